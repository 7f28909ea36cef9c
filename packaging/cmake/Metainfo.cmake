# AppStream's metainfo for software centres. They show screenshots from the web, so there are some where a home page is: -DHEADROOM_HOMEPAGE=https://…
# (the release does). A test runs it as a script: cmake -DPROJECT_SOURCE_DIR=… -DPROJECT_BINARY_DIR=… -DPROJECT_VERSION=… -P Metainfo.cmake
set(HEADROOM_HOMEPAGE "$ENV{HEADROOM_HOMEPAGE}" CACHE STRING "Where this Headroom lives on the web; its metainfo then has links and screenshots")
set(HEADROOM_LINKS "")
if(HEADROOM_HOMEPAGE)
  # file|caption|caption in German; the first is the one that is shown large
  set(_shots
    "main-dark|A DCGAN in training: samples, losses, and who holds the memory|Ein DCGAN im Training: Samples, Verluste, und wer den Speicher hält"
    "imagine-dark|A picture painted from words|Ein Bild, nach Worten gemalt"
    "vqgan-dark|A VQGAN: pictures above their reconstructions|Ein VQGAN: Bilder über ihren Rekonstruktionen"
    "latents-dark|Between two latents of a trained generator|Zwischen zwei Latents eines trainierten Generators"
    "runs-dark|Runs beside each other, with what differs|Läufe nebeneinander, mit dem, was sie unterscheidet"
    "queue-dark|Runs that wait for their turn|Läufe, die warten, bis sie an der Reihe sind")
  set(HEADROOM_LINKS "  <url type=\"homepage\">${HEADROOM_HOMEPAGE}</url>\n  <url type=\"bugtracker\">${HEADROOM_HOMEPAGE}/issues</url>\n\
  <url type=\"vcs-browser\">${HEADROOM_HOMEPAGE}</url>\n  <screenshots>\n")
  set(_type " type=\"default\"")
  foreach(_shot IN LISTS _shots)
    string(REPLACE "|" ";" _shot "${_shot}")
    list(GET _shot 0 _name)
    list(GET _shot 1 _caption)
    list(GET _shot 2 _german)
    string(APPEND HEADROOM_LINKS "    <screenshot${_type}>\n      <caption>${_caption}</caption>\n      <caption xml:lang=\"de\">${_german}</caption>\n"
      "      <image>${HEADROOM_HOMEPAGE}/raw/v${PROJECT_VERSION}/resources/screenshots/${_name}.png</image>\n    </screenshot>\n")
    set(_type "")
  endforeach()
  string(APPEND HEADROOM_LINKS "  </screenshots>\n")
endif()
configure_file(${PROJECT_SOURCE_DIR}/packaging/linux/org.headroom.Headroom.metainfo.in.xml ${PROJECT_BINARY_DIR}/org.headroom.Headroom.metainfo.xml @ONLY)
