<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>&lt;p&gt;The studio is free software under the GNU General Public License, version 3 or later, because it contains QCustomPlot. The engine and the command line are under the MIT licence.&lt;/p&gt;&lt;p&gt;Qt %1 (LGPL-3.0) · QCustomPlot (GPL-3.0-or-later) · LibTorch (BSD-3-Clause) · spdlog and fmt (MIT) · nlohmann/json (MIT) · SQLite (public domain) · zlib, libpng, libjpeg-turbo, libwebp (their own permissive licences)&lt;/p&gt;</source>
        <translation>&lt;p&gt;Das Studio ist freie Software unter der GNU General Public License, Version 3 oder neuer, weil es QCustomPlot enthält. Engine und Kommandozeile stehen unter der MIT-Lizenz.&lt;/p&gt;&lt;p&gt;Qt %1 (LGPL-3.0) · QCustomPlot (GPL-3.0-or-later) · LibTorch (BSD-3-Clause) · spdlog und fmt (MIT) · nlohmann/json (MIT) · SQLite (gemeinfrei) · zlib, libpng, libjpeg-turbo, libwebp (eigene freizügige Lizenzen)&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>ActionRules</name>
    <message>
        <source>Preparing the run</source>
        <translation>Der Lauf wird vorbereitet</translation>
    </message>
    <message>
        <source>Preparing: %1</source>
        <translation>Wird vorbereitet: %1</translation>
    </message>
    <message>
        <source>Stopping the run</source>
        <translation>Der Lauf wird angehalten</translation>
    </message>
    <message>
        <source>The run is finished; Continue paints what is new in its folder</source>
        <translation>Der Lauf ist fertig; Fortsetzen malt, was in seinem Ordner neu ist</translation>
    </message>
    <message>
        <source>The run has ended; Continue goes on with its folder</source>
        <translation>Der Lauf ist zu Ende; Fortsetzen macht mit seinem Ordner weiter</translation>
    </message>
    <message>
        <source>The run is finished; Continue adds %1</source>
        <translation>Der Lauf ist fertig; Fortsetzen hängt %1 an</translation>
    </message>
    <message>
        <source>The run is going already</source>
        <translation>Der Lauf ist schon im Gang</translation>
    </message>
    <message>
        <source>No run is going</source>
        <translation>Kein Lauf im Gang</translation>
    </message>
    <message>
        <source>The run has failed</source>
        <translation>Der Lauf ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>Start the run and pause it first</source>
        <translation>Erst den Lauf starten und pausieren</translation>
    </message>
    <message>
        <source>Pause first</source>
        <translation>Erst pausieren</translation>
    </message>
    <message>
        <source>The model is parked in RAM; Resume first</source>
        <translation>Das Modell ist im RAM geparkt; erst fortsetzen</translation>
    </message>
    <message>
        <source>A run is going; stop it first</source>
        <translation>Ein Lauf ist im Gang; erst anhalten</translation>
    </message>
    <message>
        <source>This program holds nothing on a GPU</source>
        <translation>Dieses Programm belegt nichts auf einer GPU</translation>
    </message>
    <message>
        <source>No staged edits</source>
        <translation>Keine vorgemerkten Änderungen</translation>
    </message>
    <message>
        <source>There is no queue here</source>
        <translation>Hier gibt es keine Warteschlange</translation>
    </message>
    <message>
        <source>No edit to undo</source>
        <translation>Keine Änderung zum Zurücknehmen</translation>
    </message>
    <message>
        <source>No edit to redo</source>
        <translation>Keine Änderung zum Wiederholen</translation>
    </message>
    <message>
        <source>There is no run to export from yet</source>
        <translation>Noch kein Lauf zum Exportieren</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Take memory back</source>
        <translation>Speicher zurückholen</translation>
    </message>
    <message>
        <source>Lend memory…</source>
        <translation>Speicher verleihen…</translation>
    </message>
    <message>
        <source>Apply %1</source>
        <translation>%1 anwenden</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Undo edit</source>
        <translation>Änderung zurücknehmen</translation>
    </message>
    <message>
        <source>Undo %1</source>
        <translation>Zurücknehmen: %1</translation>
    </message>
    <message>
        <source>Redo edit</source>
        <translation>Änderung wiederholen</translation>
    </message>
    <message>
        <source>Redo %1</source>
        <translation>Wiederholen: %1</translation>
    </message>
    <message>
        <source>Paint the pictures that have come to its folder since; where there are none, the run ends at once</source>
        <translation>Malt auf den Bildern, die seither in den Ordner gekommen sind; gibt es keine, endet der Lauf sofort</translation>
    </message>
    <message>
        <source>Apply the staged edits %1</source>
        <translation>Vorgemerkte Änderungen %1 anwenden</translation>
    </message>
    <message>
        <source>Pause or resume the run %1</source>
        <translation>Den Lauf %1 pausieren oder fortsetzen</translation>
    </message>
    <message>
        <source>Make one %1, then pause again</source>
        <translation>Einen %1 machen, dann wieder pausieren</translation>
    </message>
    <message>
        <source>Finish the %1, save a checkpoint and stop</source>
        <translation>Den %1 beenden, einen Checkpoint speichern und anhalten</translation>
    </message>
    <message>
        <source>Finish the %1 and stop; %2 since the last checkpoint are lost</source>
        <translation>Den %1 beenden und anhalten; %2 seit dem letzten Checkpoint gehen verloren</translation>
    </message>
    <message>
        <source>Save a checkpoint %1</source>
        <translation>Einen Checkpoint speichern, %1</translation>
    </message>
    <message>
        <source>Write who held which memory during the latest measured %1, for PyTorch&apos;s memory viewer</source>
        <translation>Schreibt für PyTorchs Speicherbetrachter auf, wer im zuletzt gemessenen %1 welchen Speicher hielt</translation>
    </message>
    <message>
        <source>Runs of this kind are not scored</source>
        <translation>Läufe dieser Art werden nicht bewertet</translation>
    </message>
    <message>
        <source>It is being scored</source>
        <translation>Wird gerade bewertet</translation>
    </message>
    <message>
        <source>The memory is lent; take it back first</source>
        <translation>Der Speicher ist verliehen; zuerst zurückholen</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Open a run folder…</source>
        <translation>Ordner eines Laufs öffnen…</translation>
    </message>
    <message>
        <source>Continue a stopped run from its folder</source>
        <translation>Einen angehaltenen Lauf aus seinem Ordner fortsetzen</translation>
    </message>
    <message>
        <source>Open the archive of a run…</source>
        <translation>Archiv eines Laufs öffnen…</translation>
    </message>
    <message>
        <source>Make a run of the archive that an export of a whole run wrote, here or elsewhere</source>
        <translation>Macht aus dem Archiv, das der Export eines ganzen Laufs geschrieben hat, wieder einen Lauf, hier oder anderswo</translation>
    </message>
    <message>
        <source>Look at the data set…</source>
        <translation>Datensatz ansehen…</translation>
    </message>
    <message>
        <source>Show the pictures as training sees them, and the files that were left out</source>
        <translation>Die Bilder so zeigen, wie das Training sie sieht, und die weggelassenen Dateien</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelle…</translation>
    </message>
    <message>
        <source>Built-in and public models for text to image, and files of your own</source>
        <translation>Eingebaute und öffentliche Modelle für Text zu Bild, und eigene Dateien</translation>
    </message>
    <message>
        <source>Enlarge a picture…</source>
        <translation>Bild vergrößern…</translation>
    </message>
    <message>
        <source>Make a finished picture 2 to 4 times as large, in tiles that fit the memory</source>
        <translation>Ein fertiges Bild auf das 2- bis 4-Fache vergrößern, in Kacheln, die in den Speicher passen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Write pictures, time lapse, checkpoint, figures or plots of a run</source>
        <translation>Bilder, Zeitraffer, Checkpoint, Zahlen oder Kurven eines Laufs schreiben</translation>
    </message>
    <message>
        <source>Memory snapshot…</source>
        <translation>Speicherabbild…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Close Headroom</source>
        <translation>Headroom schließen</translation>
    </message>
    <message>
        <source>Undo edit</source>
        <translation>Änderung zurücknehmen</translation>
    </message>
    <message>
        <source>Take the latest change of settings back; one that is in force by a new edit</source>
        <translation>Die letzte Änderung der Einstellungen zurücknehmen; eine bereits wirksame durch eine neue</translation>
    </message>
    <message>
        <source>Redo edit</source>
        <translation>Änderung wiederholen</translation>
    </message>
    <message>
        <source>Make the change that was undone again</source>
        <translation>Die zurückgenommene Änderung wiederholen</translation>
    </message>
    <message>
        <source>Paste picture or file</source>
        <translation>Bild oder Datei einfügen</translation>
    </message>
    <message>
        <source>Use what the clipboard holds: a picture, pictures, weights, a run or settings</source>
        <translation>Verwendet, was die Zwischenablage enthält: ein Bild, Bilder, Gewichte, einen Lauf oder Einstellungen</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>Als Voreinstellung speichern…</translation>
    </message>
    <message>
        <source>Keep the settings of the form under a name of your own</source>
        <translation>Die Einstellungen des Formulars unter einem eigenen Namen behalten</translation>
    </message>
    <message>
        <source>Open a recipe…</source>
        <translation>Rezept öffnen…</translation>
    </message>
    <message>
        <source>Use the settings of a file, after a look at what differs</source>
        <translation>Die Einstellungen einer Datei verwenden; vorher wird gezeigt, was abweicht</translation>
    </message>
    <message>
        <source>Manage presets…</source>
        <translation>Voreinstellungen verwalten…</translation>
    </message>
    <message>
        <source>Use, rename, share and delete presets of your own</source>
        <translation>Eigene Voreinstellungen verwenden, umbenennen, weitergeben und löschen</translation>
    </message>
    <message>
        <source>Find anything…</source>
        <translation>Alles durchsuchen…</translation>
    </message>
    <message>
        <source>Go to a setting, command, run, page, preset or page of the guide by some of its letters</source>
        <translation>Zu Einstellung, Befehl, Lauf, Seite, Voreinstellung oder Handbuchseite über einige ihrer Buchstaben</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Go to the search field of the Run panel</source>
        <translation>Zum Suchfeld im Bereich Lauf</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Forget the staged edits</source>
        <translation>Die vorgemerkten Änderungen vergessen</translation>
    </message>
    <message>
        <source>Start or resume the run</source>
        <translation>Den Lauf starten oder fortsetzen</translation>
    </message>
    <message>
        <source>Begin from the start with the settings shown; the run before stays as it is</source>
        <translation>Mit den gezeigten Einstellungen von vorn beginnen; der vorige Lauf bleibt, wie er ist</translation>
    </message>
    <message>
        <source>Add to queue</source>
        <translation>In die Warteschlange</translation>
    </message>
    <message>
        <source>Put a run with the settings shown at the end of the queue; nothing that goes on is disturbed</source>
        <translation>Einen Lauf mit den gezeigten Einstellungen ans Ende der Warteschlange stellen; was läuft, wird nicht gestört</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop without saving</source>
        <translation>Anhalten ohne zu speichern</translation>
    </message>
    <message>
        <source>Save checkpoint</source>
        <translation>Checkpoint speichern</translation>
    </message>
    <message>
        <source>Make it fit…</source>
        <translation>Passend machen…</translation>
    </message>
    <message>
        <source>Find settings that fit a budget with the same result, or close to it; measure and rehearse them</source>
        <translation>Einstellungen finden, die mit gleichem oder ähnlichem Ergebnis in ein Budget passen; sie messen und proben</translation>
    </message>
    <message>
        <source>Park the model in RAM and give the device back to other programs until you resume</source>
        <translation>Das Modell im RAM parken und das Gerät anderen Programmen überlassen, bis fortgesetzt wird</translation>
    </message>
    <message>
        <source>Release the device</source>
        <translation>Gerät freigeben</translation>
    </message>
    <message>
        <source>Begin the window anew, so that what the GPU&apos;s driver keeps for it (context, kernels) goes back too</source>
        <translation>Das Fenster neu beginnen, damit auch zurückgeht, was der GPU-Treiber dafür hält (Kontext, Kernel)</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>Ways to start, recent runs and devices</source>
        <translation>Wege zum Start, letzte Läufe und Geräte</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Samples, timeline and memory of the run</source>
        <translation>Samples, Zeitachse und Speicher des Laufs</translation>
    </message>
    <message>
        <source>Text to image</source>
        <translation>Text zu Bild</translation>
    </message>
    <message>
        <source>Paint a picture from words, and watch how close it comes</source>
        <translation>Ein Bild aus Worten malen und zusehen, wie nah es kommt</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Runs made so far</source>
        <translation>Bisherige Läufe</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Put all docks back where they were at first</source>
        <translation>Alle Docks an ihren ersten Platz zurück</translation>
    </message>
    <message>
        <source>Hide docks</source>
        <translation>Docks ausblenden</translation>
    </message>
    <message>
        <source>Give the whole window to the centre</source>
        <translation>Das ganze Fenster der Mitte überlassen</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Move the focus to the next panel</source>
        <translation>Den Fokus in den nächsten Bereich setzen</translation>
    </message>
    <message>
        <source>Previous panel</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>Move the focus to the previous panel</source>
        <translation>Den Fokus in den vorigen Bereich setzen</translation>
    </message>
    <message>
        <source>Help on focus</source>
        <translation>Hilfe zum Fokus</translation>
    </message>
    <message>
        <source>What the focused field is, what it costs and when it takes effect</source>
        <translation>Was das fokussierte Feld ist, was es kostet und wann es wirkt</translation>
    </message>
    <message>
        <source>Guide…</source>
        <translation>Handbuch…</translation>
    </message>
    <message>
        <source>How Headroom works, page by page; needs no network</source>
        <translation>Wie Headroom arbeitet, Seite für Seite; braucht kein Netz</translation>
    </message>
    <message>
        <source>Keyboard…</source>
        <translation>Tastatur…</translation>
    </message>
    <message>
        <source>List of all keys</source>
        <translation>Liste aller Tasten</translation>
    </message>
    <message>
        <source>About Headroom…</source>
        <translation>Über Headroom…</translation>
    </message>
    <message>
        <source>Version and licences</source>
        <translation>Version und Lizenzen</translation>
    </message>
    <message>
        <source>Score now</source>
        <translation>Jetzt bewerten</translation>
    </message>
    <message>
        <source>Compare what the run makes with its data: FID, KID, precision, recall and copies</source>
        <translation>Vergleicht, was der Lauf macht, mit seinen Daten: FID, KID, Precision, Recall und Kopien</translation>
    </message>
</context>
<context>
    <name>ColumnWidths</name>
    <message>
        <source>Column widths</source>
        <translation>Spaltenbreiten</translation>
    </message>
    <message>
        <source>%1: wider</source>
        <translation>%1: breiter</translation>
    </message>
    <message>
        <source>%1: narrower</source>
        <translation>%1: schmaler</translation>
    </message>
</context>
<context>
    <name>CounselText</name>
    <message>
        <source>It helped: %1 became %2.</source>
        <translation>Es hat geholfen: Aus %1 wurde %2.</translation>
    </message>
    <message>
        <source>It did not help: %1 became %2.</source>
        <translation>Es hat nicht geholfen: Aus %1 wurde %2.</translation>
    </message>
    <message>
        <source>The score went from %1 to %2.</source>
        <translation>Die Wertung ging von %1 auf %2.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2 to %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>%1 went from %2 to %3, more than its error of %4.</source>
        <translation>%1 ging von %2 auf %3, um mehr als seinen Fehler von %4.</translation>
    </message>
    <message>
        <source>%1 went from %2 to %3, within its error of %4.</source>
        <translation>%1 ging von %2 auf %3, im Rahmen seines Fehlers von %4.</translation>
    </message>
    <message>
        <source>Whether the pictures are better is not known: they were not scored before and after.</source>
        <translation>Ob die Bilder besser sind, ist nicht bekannt: Sie wurden nicht davor und danach bewertet.</translation>
    </message>
    <message>
        <source>%1 went from %2 to %3.</source>
        <translation>%1 ging von %2 auf %3.</translation>
    </message>
</context>
<context>
    <name>DcganWindow</name>
    <message>
        <source>DCGAN %1, width %2</source>
        <translation>DCGAN %1, Breite %2</translation>
    </message>
    <message>
        <source>, depthwise</source>
        <translation>, depthwise</translation>
    </message>
    <message>
        <source>Only one network learns: no fakes are kept between the phases.</source>
        <translation>Nur ein Netz lernt: zwischen den Phasen werden keine Fakes behalten.</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Recomputed</source>
        <translation>Neu berechnet</translation>
    </message>
    <message>
        <source>fakes kept</source>
        <translation>Fakes behalten</translation>
    </message>
    <message>
        <source>fakes recomputed</source>
        <translation>Fakes neu berechnet</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>Breite %1</translation>
    </message>
    <message>
        <source>depthwise</source>
        <translation>depthwise</translation>
    </message>
    <message>
        <source>standard convolutions</source>
        <translation>normale Faltungen</translation>
    </message>
</context>
<context>
    <name>Dropped</name>
    <message>
        <source>%1, settings of %2</source>
        <translation>%1, Einstellungen von %2</translation>
    </message>
    <message>
        <source>%1, a run at %2</source>
        <translation>%1, ein Lauf bei %2</translation>
    </message>
    <message>
        <source>%1 is a checkpoint without its run</source>
        <translation>%1 ist ein Checkpoint ohne seinen Lauf</translation>
    </message>
    <message>
        <source>Drop the run&apos;s folder, or a weight file of an export.</source>
        <translation>Den Ordner des Laufs oder eine exportierte Gewichtsdatei ablegen.</translation>
    </message>
    <message>
        <source>%1, a checkpoint of %2</source>
        <translation>%1, ein Checkpoint von %2</translation>
    </message>
    <message>
        <source>%1, a data set</source>
        <translation>%1, ein Datensatz</translation>
    </message>
    <message>
        <source>%1, weights of two networks</source>
        <translation>%1, Gewichte zweier Netze</translation>
    </message>
    <message>
        <source>%1 holds no pictures (PNG, JPEG, WebP, GIF) and is no run</source>
        <translation>%1 enthält keine Bilder (PNG, JPEG, WebP, GIF) und ist kein Lauf</translation>
    </message>
    <message>
        <source>Drop a folder of pictures, a run&apos;s folder or a checkpoint.</source>
        <translation>Einen Ordner mit Bildern, den Ordner eines Laufs oder einen Checkpoint ablegen.</translation>
    </message>
    <message numerus="yes">
        <source>%1, a folder of %Ln picture(s)</source>
        <translation>
            <numerusform>%1, ein Ordner mit %Ln Bild</numerusform>
            <numerusform>%1, ein Ordner mit %Ln Bildern</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is nothing that Headroom knows</source>
        <translation>%1 ist nichts, was Headroom kennt</translation>
    </message>
    <message>
        <source>Pictures (PNG, JPEG, WebP, GIF) and folders of them, weights (.safetensors, .ckpt, .pth, .pt), runs, checkpoints and settings (.json) are.</source>
        <translation>Das sind Bilder (PNG, JPEG, WebP, GIF) und Ordner davon, Gewichte (.safetensors, .ckpt, .pth, .pt), Läufe, Checkpoints und Einstellungen (.json).</translation>
    </message>
    <message>
        <source>%1 holds no network that Headroom knows</source>
        <translation>%1 enthält kein Netz, das Headroom kennt</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, an archive of a run</source>
        <translation>%1, das Archiv eines Laufs</translation>
    </message>
    <message>
        <source>%1 is named as a picture and is none</source>
        <translation>%1 heißt wie ein Bild und ist keines</translation>
    </message>
    <message>
        <source>There is no file or picture in it</source>
        <translation>Darin ist weder Datei noch Bild</translation>
    </message>
    <message>
        <source>%1 is not there</source>
        <translation>%1 ist nicht da</translation>
    </message>
    <message>
        <source>Of several things only pictures can be used together, and %1 is none</source>
        <translation>Von mehreren Dingen lassen sich nur Bilder zusammen verwenden, und %1 ist keines</translation>
    </message>
    <message>
        <source>Drop the others one at a time, or the folder that they lie in.</source>
        <translation>Die anderen einzeln ablegen, oder den Ordner, in dem sie liegen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s)</source>
        <translation>
            <numerusform>%Ln Bild</numerusform>
            <numerusform>%Ln Bilder</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, a picture by %2 at %3, seed %4</source>
        <translation>%1, ein Bild von %2 bei %3, Seed %4</translation>
    </message>
    <message>
        <source>DCGAN, Light GAN, VQGAN, CLIP and RRDB (ESRGAN) are.</source>
        <translation>Das sind DCGAN, Light GAN, VQGAN, CLIP und RRDB (ESRGAN).</translation>
    </message>
</context>
<context>
    <name>ExportPlan</name>
    <message>
        <source>no format chosen</source>
        <translation>kein Format gewählt</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Sample grid</source>
        <translation>Sample-Raster</translation>
    </message>
    <message>
        <source>Film</source>
        <translation>Film</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
    <message>
        <source>there is no run yet</source>
        <translation>es gibt noch keinen Lauf</translation>
    </message>
    <message>
        <source>no pictures yet</source>
        <translation>noch keine Bilder</translation>
    </message>
    <message>
        <source>needs a checkpoint: save one first</source>
        <translation>braucht einen Checkpoint: erst einen speichern</translation>
    </message>
    <message>
        <source>no samples yet</source>
        <translation>noch keine Samples</translation>
    </message>
    <message>
        <source>choose a format</source>
        <translation>ein Format wählen</translation>
    </message>
    <message>
        <source>no %1 yet</source>
        <translation>noch keine %1</translation>
    </message>
    <message>
        <source>PNG of %1, with all settings in it</source>
        <translation>PNG von %1, mit allen Einstellungen darin</translation>
    </message>
    <message>
        <source>PNG, %1 × %2, %3 × %4 px</source>
        <translation>PNG, %1 × %2, %3 × %4 px</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln picture(s), %2 per second</source>
        <translation>
            <numerusform>%1, %Ln Bild, %2 pro Sekunde</numerusform>
            <numerusform>%1, %Ln Bilder, %2 pro Sekunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln row(s)</source>
        <translation>
            <numerusform>%1, %Ln Zeile</numerusform>
            <numerusform>%1, %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>JSON with every setting</source>
        <translation>JSON mit jeder Einstellung</translation>
    </message>
    <message>
        <source>ZIP: checkpoints, history, samples, settings</source>
        <translation>ZIP: Checkpoints, Verlauf, Samples, Einstellungen</translation>
    </message>
    <message>
        <source>Latent walk</source>
        <translation>Latent-Walk</translation>
    </message>
    <message>
        <source>this kind of run has no latents to walk between</source>
        <translation>diese Art Lauf hat keine Latents, zwischen denen ein Walk führen könnte</translation>
    </message>
    <message>
        <source>the run could not be read</source>
        <translation>der Lauf konnte nicht gelesen werden</translation>
    </message>
</context>
<context>
    <name>Family</name>
    <message>
        <source>Weights (G, D, EMA)</source>
        <translation>Gewichte (G, D, EMA)</translation>
    </message>
    <message>
        <source>Weights and buffers of both networks and the averaged copy (EMA).</source>
        <translation>Gewichte und Puffer beider Netze und die gemittelte Kopie (EMA).</translation>
    </message>
    <message>
        <source>Draw the fixed latents %1</source>
        <translation>Die festen Latents zeichnen, %1</translation>
    </message>
    <message>
        <source>A grid of %1 fixed latents appears here with the first step, then every %2 steps.</source>
        <translation>Ein Raster von %1 festen Latents erscheint hier mit dem ersten Schritt, dann alle %2 Schritte.</translation>
    </message>
    <message>
        <source>Sliced Wasserstein distance × 1,000 of its best checkpoint; lower is better</source>
        <translation>Sliced-Wasserstein-Distanz × 1.000 des besten Checkpoints; niedriger ist besser</translation>
    </message>
    <message>
        <source>Fakes</source>
        <translation>Fakes</translation>
    </message>
    <message>
        <source>A narrower network, or depthwise-separable convolutions: another model</source>
        <translation>Ein schmaleres Netz oder depthwise-separable Faltungen: ein anderes Modell</translation>
    </message>
    <message>
        <source>Close: other rounding or batch-norm statistics</source>
        <translation>Ähnlich: andere Rundung oder Batch-Norm-Statistik</translation>
    </message>
    <message>
        <source>Loss of G</source>
        <translation>Loss von G</translation>
    </message>
    <message>
        <source>Loss of D</source>
        <translation>Loss von D</translation>
    </message>
    <message>
        <source>D(x)</source>
        <translation>D(x)</translation>
    </message>
    <message>
        <source>D(G(z))</source>
        <translation>D(G(z))</translation>
    </message>
    <message>
        <source>Speed, img/s</source>
        <translation>Tempo, Bilder/s</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Timeline of losses and memory</source>
        <translation>Zeitachse von Losses und Speicher</translation>
    </message>
    <message>
        <source>No losses yet</source>
        <translation>Noch keine Losses</translation>
    </message>
    <message>
        <source>Losses and memory share one axis here, with a mark for every change you make.</source>
        <translation>Losses und Speicher haben hier eine gemeinsame Achse, mit einer Marke für jede Änderung.</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Train %1 on it</source>
        <translation>%1 damit trainieren</translation>
    </message>
    <message>
        <source>It becomes the data set.</source>
        <translation>Das wird der Datensatz.</translation>
    </message>
    <message>
        <source>All of the folder %1, in which they lie, becomes the data set.</source>
        <translation>Der ganze Ordner %1, in dem sie liegen, wird der Datensatz.</translation>
    </message>
    <message>
        <source>Begin a %1 with these weights</source>
        <translation>%1 mit diesen Gewichten beginnen</translation>
    </message>
    <message>
        <source>A new run with the settings of its form starts at once.</source>
        <translation>Ein neuer Lauf mit den Einstellungen seines Formulars startet sofort.</translation>
    </message>
    <message>
        <source>training</source>
        <translation>trainiert</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>A training run is going</source>
        <translation>Ein Training ist im Gang</translation>
    </message>
    <message>
        <source>Real images per second, smoothed over about ten steps</source>
        <translation>Echte Bilder pro Sekunde, geglättet über etwa zehn Schritte</translation>
    </message>
    <message>
        <source>Of the newest step</source>
        <translation>Des neuesten Schritts</translation>
    </message>
    <message>
        <source>Start a new run</source>
        <translation>Neuen Lauf starten</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>at the next step boundary</source>
        <translation>an der nächsten Schrittgrenze</translation>
    </message>
    <message>
        <source>Sample now</source>
        <translation>Samples jetzt</translation>
    </message>
    <message>
        <source>Make samples %1</source>
        <translation>Samples erzeugen, %1</translation>
    </message>
    <message>
        <source>Choose a data set first</source>
        <translation>Erst einen Datensatz wählen</translation>
    </message>
    <message>
        <source>Its runs have no data set</source>
        <translation>Läufe dieser Art haben keinen Datensatz</translation>
    </message>
    <message>
        <source>Rebuilds the networks (weights kept)</source>
        <translation>Baut die Netze neu auf (Gewichte bleiben)</translation>
    </message>
    <message>
        <source>Pending: waits for the step boundary</source>
        <translation>Ausstehend: wartet auf die Schrittgrenze</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>A grid of %1 samples appears here with the first step, then every %2 steps.</source>
        <translation>Ein Raster von %1 Samples erscheint hier mit dem ersten Schritt, dann alle %2 Schritte.</translation>
    </message>
    <message>
        <source>Newest samples</source>
        <translation>Neueste Samples</translation>
    </message>
    <message>
        <source>This run has no samples yet</source>
        <translation>Dieser Lauf hat noch keine Samples</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Its runs have no weights of their own</source>
        <translation>Läufe dieser Art haben keine eigenen Gewichte</translation>
    </message>
    <message>
        <source>its runs train no weights</source>
        <translation>Läufe dieser Art trainieren keine Gewichte</translation>
    </message>
    <message>
        <source>Cost: %1 was repeated with the same images and random state%2. No %3 was lost.</source>
        <translation>Kosten: %1 wurde mit denselben Bildern und Zufallszahlen wiederholt%2. Kein %3 ging verloren.</translation>
    </message>
    <message>
        <source>The %3 was undone; the weights are those before %1%2.</source>
        <translation>Der %3 wurde rückgängig gemacht; die Gewichte sind die vor %1%2.</translation>
    </message>
    <message>
        <source>Micro × acc.</source>
        <translation>Micro × Akk.</translation>
    </message>
    <message>
        <source>Training %1 of %2 under %3</source>
        <translation>Trainiert %1 mit %2 unter %3</translation>
    </message>
    <message>
        <source>Train at a lower resolution: another model</source>
        <translation>Mit geringerer Auflösung trainieren: ein anderes Modell</translation>
    </message>
    <message>
        <source>A narrower network: another model</source>
        <translation>Ein schmaleres Netz: ein anderes Modell</translation>
    </message>
    <message>
        <source>Close: other rounding</source>
        <translation>Ähnlich: andere Rundung</translation>
    </message>
    <message>
        <source>Different: smaller picture or network (allowed)</source>
        <translation>Anders: kleineres Bild oder Netz (erlaubt)</translation>
    </message>
    <message>
        <source>Mean |difference|</source>
        <translation>Mittlere |Differenz|</translation>
    </message>
    <message>
        <source>SSIM</source>
        <translation>SSIM</translation>
    </message>
    <message>
        <source>LPIPS</source>
        <translation>LPIPS</translation>
    </message>
    <message>
        <source>Loss of the codes</source>
        <translation>Loss der Codes</translation>
    </message>
    <message>
        <source>Perplexity of the codes</source>
        <translation>Perplexität der Codes</translation>
    </message>
    <message>
        <source>Codes in use, %</source>
        <translation>Codes in Gebrauch, %</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Codebook</source>
        <translation>Codebuch</translation>
    </message>
    <message>
        <source>Discriminator</source>
        <translation>Diskriminator</translation>
    </message>
    <message>
        <source>Weights (VQGAN, D)</source>
        <translation>Gewichte (VQGAN, D)</translation>
    </message>
    <message>
        <source>Weights and buffers of encoder, decoder and discriminator, of the perceptual loss&apos;s network, and the averaged copy (EMA).</source>
        <translation>Gewichte und Puffer von Encoder, Decoder und Diskriminator, des Netzes des Perceptual Loss und die gemittelte Kopie (EMA).</translation>
    </message>
    <message>
        <source>Codebook, inputs</source>
        <translation>Codebuch, Eingaben</translation>
    </message>
    <message>
        <source>Codebook and its averages, batches, scratch space of convolutions and other tensors.</source>
        <translation>Codebuch und seine Mittelwerte, Batches, Arbeitsspeicher der Faltungen und andere Tensoren.</translation>
    </message>
    <message>
        <source>Reconstruct now</source>
        <translation>Jetzt rekonstruieren</translation>
    </message>
    <message>
        <source>Reconstruct the fixed pictures %1</source>
        <translation>Die festen Bilder rekonstruieren, %1</translation>
    </message>
    <message>
        <source>Reconstructions</source>
        <translation>Rekonstruktionen</translation>
    </message>
    <message>
        <source>Reconstructions of %1 fixed images appear here with the first step, then every %2 steps.</source>
        <translation>Rekonstruktionen von %1 festen Bildern erscheinen hier mit dem ersten Schritt, dann alle %2 Schritte.</translation>
    </message>
    <message>
        <source>Mean difference of pictures and reconstructions at its best checkpoint; lower is better</source>
        <translation>Mittlere Differenz von Bildern und Rekonstruktionen am besten Checkpoint; niedriger ist besser</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>A network and a discriminator of half the width: another model</source>
        <translation>Netz und Diskriminator halb so breit: ein anderes Modell</translation>
    </message>
    <message>
        <source>Close: other rounding, adaptive weight or batch norm of D</source>
        <translation>Ähnlich: andere Rundung, adaptives Gewicht oder Batch-Norm von D</translation>
    </message>
    <message>
        <source>Text to image</source>
        <translation>Text zu Bild</translation>
    </message>
    <message>
        <source>painting</source>
        <translation>malt</translation>
    </message>
    <message>
        <source>New picture</source>
        <translation>Neues Bild</translation>
    </message>
    <message>
        <source>A picture is being painted</source>
        <translation>Ein Bild wird gemalt</translation>
    </message>
    <message>
        <source>Iterations per second, smoothed over about ten</source>
        <translation>Durchläufe pro Sekunde, geglättet über etwa zehn</translation>
    </message>
    <message>
        <source>How far the picture is from all prompts together, in this iteration</source>
        <translation>Wie weit das Bild in diesem Durchlauf von allen Prompts zusammen entfernt ist</translation>
    </message>
    <message>
        <source>Paint anew</source>
        <translation>Neu malen</translation>
    </message>
    <message>
        <source>Iterate once</source>
        <translation>Ein Durchlauf</translation>
    </message>
    <message>
        <source>after this iteration</source>
        <translation>nach diesem Durchlauf</translation>
    </message>
    <message>
        <source>Show the picture</source>
        <translation>Bild zeigen</translation>
    </message>
    <message>
        <source>Show the picture as it is %1, and keep it</source>
        <translation>Das Bild zeigen, wie es %1 ist, und es behalten</translation>
    </message>
    <message>
        <source>Write what to paint first</source>
        <translation>Erst schreiben, was gemalt werden soll</translation>
    </message>
    <message>
        <source>Text to image has no data set</source>
        <translation>Text zu Bild hat keinen Datensatz</translation>
    </message>
    <message>
        <source>Goes on at the new size (picture kept)</source>
        <translation>Geht in der neuen Größe weiter (Bild bleibt)</translation>
    </message>
    <message>
        <source>Pending: waits for the end of the iteration</source>
        <translation>Ausstehend: wartet auf das Ende des Durchlaufs</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Newest picture</source>
        <translation>Neuestes Bild</translation>
    </message>
    <message>
        <source>This run has no pictures yet</source>
        <translation>Dieser Lauf hat noch keine Bilder</translation>
    </message>
    <message>
        <source>prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Similarity to the prompts in its latest iteration; higher is better</source>
        <translation>Ähnlichkeit zu den Prompts im letzten Durchlauf; höher ist besser</translation>
    </message>
    <message>
        <source>A painting has no weights of its own</source>
        <translation>Ein gemaltes Bild hat keine eigenen Gewichte</translation>
    </message>
    <message>
        <source>text to image trains no weights</source>
        <translation>Text zu Bild trainiert keine Gewichte</translation>
    </message>
    <message>
        <source>Cost: %1 was repeated with the same random numbers%2. No %3 was lost.</source>
        <translation>Kosten: %1 wurde mit denselben Zufallszahlen wiederholt%2. Kein %3 ging verloren.</translation>
    </message>
    <message>
        <source>The %3 was undone; the picture is that before %1%2.</source>
        <translation>Der %3 wurde rückgängig gemacht; das Bild ist das vor %1%2.</translation>
    </message>
    <message>
        <source>Cutouts at a time</source>
        <translation>Ausschnitte zugleich</translation>
    </message>
    <message>
        <source>%1 at a time</source>
        <translation>%1 zugleich</translation>
    </message>
    <message>
        <source>Painting %1 with %2 cutouts at a time under %3</source>
        <translation>Malt %1 mit %2 Ausschnitten zugleich unter %3</translation>
    </message>
    <message>
        <source>Paint a smaller picture of the same shape</source>
        <translation>Ein kleineres Bild im gleichen Format malen</translation>
    </message>
    <message>
        <source>Different: smaller picture (allowed)</source>
        <translation>Anders: kleineres Bild (erlaubt)</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Cutouts</source>
        <translation>Ausschnitte</translation>
    </message>
    <message>
        <source>Weights (VQGAN, CLIP)</source>
        <translation>Gewichte (VQGAN, CLIP)</translation>
    </message>
    <message>
        <source>Weights of VQGAN and CLIP; frozen, so they have no gradients.</source>
        <translation>Gewichte von VQGAN und CLIP; eingefroren, also ohne Gradienten.</translation>
    </message>
    <message>
        <source>State of the optimiser that moves the picture&apos;s codes.</source>
        <translation>Zustand des Optimierers, der die Codes des Bildes bewegt.</translation>
    </message>
    <message>
        <source>Gradient of the picture&apos;s codes.</source>
        <translation>Gradient der Codes des Bildes.</translation>
    </message>
    <message>
        <source>Codebook, prompts, scratch space of convolutions and other tensors.</source>
        <translation>Codebuch, Prompts, Arbeitsspeicher der Faltungen und andere Tensoren.</translation>
    </message>
    <message>
        <source>Loss of the picture</source>
        <translation>Loss des Bildes</translation>
    </message>
    <message>
        <source>Similarity to the prompts</source>
        <translation>Ähnlichkeit zu den Prompts</translation>
    </message>
    <message>
        <source>Speed, it/s</source>
        <translation>Tempo, it/s</translation>
    </message>
    <message>
        <source>A network with half the width cap: another model</source>
        <translation>Ein Netz mit halber Breitengrenze: ein anderes Modell</translation>
    </message>
    <message>
        <source>D</source>
        <translation>D</translation>
    </message>
    <message>
        <source>G</source>
        <translation>G</translation>
    </message>
    <message>
        <source>D(G)</source>
        <translation>D(G)</translation>
    </message>
    <message>
        <source>Timeline of losses, outputs of D and memory</source>
        <translation>Zeitachse von Losses, Ausgaben von D und Speicher</translation>
    </message>
    <message>
        <source>Losses, D(x), D(G(z)) and memory share one axis here, with a mark for every change you make.</source>
        <translation>Losses, D(x), D(G(z)) und Speicher haben hier eine gemeinsame Achse, mit einer Marke für jede Änderung.</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>Sign of D(x)</source>
        <translation>Vorzeichen von D(x)</translation>
    </message>
    <message>
        <source>Strength of augmentations</source>
        <translation>Stärke der Augmentierungen</translation>
    </message>
    <message>
        <source>Strength of augmentations, and the sign of D&apos;s output for real pictures</source>
        <translation>Stärke der Augmentierungen, und das Vorzeichen der Ausgabe von D für echte Bilder</translation>
    </message>
    <message>
        <source>No adaptive strength</source>
        <translation>Keine anpassende Stärke</translation>
    </message>
    <message>
        <source>With adaptive strength on, the chance that a picture is augmented follows D, and both stand here.</source>
        <translation>Mit anpassender Stärke folgt die Wahrscheinlichkeit, mit der ein Bild augmentiert wird, D, und beides steht hier.</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>Augmentierung</translation>
    </message>
    <message>
        <source>A new run with the file&apos;s network and the other settings of its form starts at once.</source>
        <translation>Ein neuer Lauf mit dem Netz der Datei und den übrigen Einstellungen seines Formulars startet sofort.</translation>
    </message>
</context>
<context>
    <name>FileFilters</name>
    <message>
        <source>Pictures (%1);;All files (*)</source>
        <translation>Bilder (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Weights (*.ckpt *.pt *.pth *.bin *.safetensors);;All files (*)</source>
        <translation>Gewichte (*.ckpt *.pt *.pth *.bin *.safetensors);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>FitWords</name>
    <message>
        <source>%1 GB card</source>
        <translation>Karte mit %1 GB</translation>
    </message>
    <message>
        <source>A %1 GB card</source>
        <translation>Eine Karte mit %1 GB</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>s per %1</source>
        <translation>s pro %1</translation>
    </message>
    <message>
        <source>checkpointed</source>
        <translation>mit Checkpointing</translation>
    </message>
    <message>
        <source>not checkpointed</source>
        <translation>ohne Checkpointing</translation>
    </message>
    <message>
        <source>Same result, fastest first</source>
        <translation>Gleiches Ergebnis, schnellste zuerst</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>%1 missing</source>
        <translation>%1 fehlen</translation>
    </message>
    <message>
        <source>As asked: %1</source>
        <translation>Wie gewünscht: %1</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>; tight</source>
        <translation>; knapp</translation>
    </message>
    <message>
        <source>%1, all that is left</source>
        <translation>%1, alles, was übrig ist</translation>
    </message>
    <message>
        <source>%1, this card</source>
        <translation>%1, diese Karte</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>This card</source>
        <translation>Diese Karte</translation>
    </message>
    <message>
        <source>&lt;b&gt;Budget %1&lt;/b&gt;</source>
        <translation>&lt;b&gt;Budget %1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>%1, of which %2 is the reserve for preview and saving.</source>
        <translation>%1, davon sind %2 die Reserve für Vorschau und Speichern.</translation>
    </message>
    <message>
        <source>%1 has %2. Left for the desktop and other programs: %3. %4</source>
        <translation>%1 hat %2. Für Desktop und andere Programme bleiben: %3. %4</translation>
    </message>
    <message>
        <source>This machine has %1 of RAM, others hold %2. %3</source>
        <translation>Dieser Rechner hat %1 RAM, andere belegen %2. %3</translation>
    </message>
    <message>
        <source>This card has %1, others hold %2. %3</source>
        <translation>Diese Karte hat %1, andere belegen %2. %3</translation>
    </message>
    <message>
        <source>forecast %1, measured %2 (%3 %)</source>
        <translation>Prognose %1, gemessen %2 (%3 %)</translation>
    </message>
    <message>
        <source>%1 missing %2</source>
        <translation>%1 fehlen %2</translation>
    </message>
    <message>
        <source>Nothing fits %1: even the smallest plan lacks %2.</source>
        <translation>Nichts passt in %1: selbst dem kleinsten Plan fehlen %2.</translation>
    </message>
    <message>
        <source>Nothing fits %1: even the smallest plan lacks %2 %3.</source>
        <translation>Nichts passt in %1: selbst dem kleinsten Plan fehlen %2 %3.</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>%1 img/s</source>
        <translation>%1 Bilder/s</translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s)</source>
        <translation>
            <numerusform>%Ln Bild</numerusform>
            <numerusform>%Ln Bilder</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 k images</source>
        <translation>%1 Tsd. Bilder</translation>
    </message>
    <message>
        <source>OOM survived</source>
        <translation>OOM überstanden</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>Speicher voll</translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>More in the guide</source>
        <translation>Mehr im Handbuch</translation>
    </message>
</context>
<context>
    <name>LightGanWindow</name>
    <message>
        <source>Light GAN %1, width up to %2</source>
        <translation>Light GAN %1, Breite bis %2</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>Breite %1</translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>, %1/s</source>
        <translation>, %1/s</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>, noch %1</translation>
    </message>
</context>
<context>
    <name>ParamText</name>
    <message>
        <source>Range: %1 to %2%3</source>
        <translation>Bereich: %1 bis %2%3</translation>
    </message>
    <message>
        <source>, powers of two</source>
        <translation>, Zweierpotenzen</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Applies at the next %1</source>
        <translation>Wirkt ab dem nächsten %1</translation>
    </message>
    <message>
        <source>Restarts the epoch (weights kept)</source>
        <translation>Beginnt die Epoche neu (Gewichte bleiben)</translation>
    </message>
    <message>
        <source>Needs a new run</source>
        <translation>Braucht einen neuen Lauf</translation>
    </message>
    <message>
        <source>Cost: %1</source>
        <translation>Kosten: %1</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Vorgabe: %1</translation>
    </message>
    <message>
        <source>Key: %1</source>
        <translation>Schlüssel: %1</translation>
    </message>
    <message>
        <source>%1, to be chosen</source>
        <translation>%1, noch zu wählen</translation>
    </message>
</context>
<context>
    <name>PictureActions</name>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>Save picture as PNG…</source>
        <translation>Bild als PNG speichern…</translation>
    </message>
    <message>
        <source>Save all pictures as one PNG…</source>
        <translation>Alle Bilder als ein PNG speichern…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Enlarge picture…</source>
        <translation>Bild vergrößern…</translation>
    </message>
    <message>
        <source>Enlarge all pictures as one…</source>
        <translation>Alle Bilder als eines vergrößern…</translation>
    </message>
</context>
<context>
    <name>PresetShelf</name>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>%1 is too large for a settings file</source>
        <translation>%1 ist zu groß für eine Einstellungsdatei</translation>
    </message>
    <message>
        <source>A preset needs a name</source>
        <translation>Eine Voreinstellung braucht einen Namen</translation>
    </message>
    <message>
        <source>The name is longer than %1 characters</source>
        <translation>Der Name ist länger als %1 Zeichen</translation>
    </message>
    <message>
        <source>A name begins with no dot or space and holds no /</source>
        <translation>Ein Name beginnt nicht mit Punkt oder Leerzeichen und enthält kein /</translation>
    </message>
    <message>
        <source>Presets cannot be kept before the engine is loaded</source>
        <translation>Voreinstellungen lassen sich erst behalten, wenn die Engine geladen ist</translation>
    </message>
    <message>
        <source>%1 cannot be made</source>
        <translation>%1 lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>There is a preset called %1 already</source>
        <translation>Eine Voreinstellung namens %1 gibt es schon</translation>
    </message>
    <message>
        <source>%1 keeps its name: %2</source>
        <translation>%1 behält seinen Namen: %2</translation>
    </message>
    <message>
        <source>%1 was not deleted: %2</source>
        <translation>%1 wurde nicht gelöscht: %2</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>%1 speed</source>
        <translation>%1 Tempo</translation>
    </message>
    <message>
        <source>forecasting</source>
        <translation>Prognose läuft</translation>
    </message>
    <message>
        <source>Two short %1 of these settings are being measured, beside the run.</source>
        <translation>Zwei kurze %1 mit diesen Einstellungen werden neben dem Lauf gemessen.</translation>
    </message>
    <message>
        <source>%1 fixed</source>
        <translation>%1 fest</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>wird gemessen</translation>
    </message>
    <message>
        <source>Weights, gradients and optimiser are exact from shapes. Activations and speed are measured in the first %1 after the change.</source>
        <translation>Gewichte, Gradienten und Optimierer sind aus den Formen exakt bekannt. Aktivierungen und Tempo werden im ersten %1 nach der Änderung gemessen.</translation>
    </message>
    <message>
        <source>finished, %1</source>
        <translation>fertig, %1</translation>
    </message>
    <message>
        <source>running, %1</source>
        <translation>läuft, %1</translation>
    </message>
    <message>
        <source>failed at %1</source>
        <translation>fehlgeschlagen bei %1</translation>
    </message>
    <message>
        <source>interrupted at %1</source>
        <translation>unterbrochen bei %1</translation>
    </message>
    <message>
        <source>stopped at %1, saved</source>
        <translation>angehalten bei %1, gespeichert</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s) ago</source>
        <translation>
            <numerusform>vor %Ln Tag</numerusform>
            <numerusform>vor %Ln Tagen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, %3 px, %4</source>
        <translation>%1, %2, %3 px, %4</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>The language changes when Headroom is started again</source>
        <translation>Die Sprache wechselt beim nächsten Start von Headroom</translation>
    </message>
    <message>
        <source>As the system&apos;s</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Reduced</source>
        <translation>Reduziert</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Voll</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Grid or single</source>
        <translation>Raster oder einzeln</translation>
    </message>
    <message>
        <source>Compare with real images, or with the start</source>
        <translation>Mit echten Bildern oder mit dem Start vergleichen</translation>
    </message>
    <message>
        <source>Older sample</source>
        <translation>Älteres Sample</translation>
    </message>
    <message>
        <source>Newer sample</source>
        <translation>Neueres Sample</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Größer zeigen</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Kleiner zeigen</translation>
    </message>
    <message>
        <source>Zoom 1:1</source>
        <translation>Größe 1:1</translation>
    </message>
    <message>
        <source>Fit the plot&apos;s axes</source>
        <translation>Achsen der Kurven anpassen</translation>
    </message>
    <message>
        <source>Logarithmic losses</source>
        <translation>Losses logarithmisch</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Pictures and plots</source>
        <translation>Bilder und Kurven</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Memory for pictures</source>
        <translation>Speicher für Bilder</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Werkzeuge</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>D on real images</source>
        <translation>D auf echten Bildern</translation>
    </message>
    <message>
        <source>D on fakes</source>
        <translation>D auf Fakes</translation>
    </message>
    <message>
        <source>D&apos;s penalty</source>
        <translation>Strafterm von D</translation>
    </message>
    <message>
        <source>D&apos;s optimiser</source>
        <translation>Optimierer von D</translation>
    </message>
    <message>
        <source>G&apos;s step</source>
        <translation>Schritt von G</translation>
    </message>
    <message>
        <source>G&apos;s optimiser</source>
        <translation>Optimierer von G</translation>
    </message>
    <message>
        <source>The %1</source>
        <translation>Der %1</translation>
    </message>
    <message>
        <source>Dock with the focus</source>
        <translation>Dock mit dem Fokus</translation>
    </message>
</context>
<context>
    <name>Recipe</name>
    <message>
        <source>Made with Headroom %1; this is %2.</source>
        <translation>Mit Headroom %1 gemacht; dies ist %2.</translation>
    </message>
    <message>
        <source>Made with LibTorch %1; this is %2. Bits may differ.</source>
        <translation>Mit LibTorch %1 gemacht; dies ist %2. Bits können abweichen.</translation>
    </message>
    <message>
        <source>Measured on %1; this computes on %2. Times and memory will differ, and bits may.</source>
        <translation>Auf %1 gemessen; hier rechnet %2. Zeiten und Speicher werden abweichen, Bits vielleicht.</translation>
    </message>
    <message>
        <source>Made with other data: %1; here %2.</source>
        <translation>Mit anderen Daten gemacht: %1; hier %2.</translation>
    </message>
    <message>
        <source>Its data (%1) is not here: %2 holds no pictures.</source>
        <translation>Seine Daten (%1) sind nicht hier: %2 enthält keine Bilder.</translation>
    </message>
    <message>
        <source>Its data, called %1, is to be chosen (%2).</source>
        <translation>Seine Daten, %1, sind noch zu wählen (%2).</translation>
    </message>
</context>
<context>
    <name>RunState</name>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Running elsewhere</source>
        <translation>Läuft anderswo</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Ended unexpectedly</source>
        <translation>Unerwartet beendet</translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>%1 it/s</source>
        <translation>%1 it/s</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Elsewhere</source>
        <translation>Anderswo</translation>
    </message>
    <message>
        <source>On %1</source>
        <translation>Auf %1</translation>
    </message>
    <message>
        <source>%1, process %2</source>
        <translation>%1, Prozess %2</translation>
    </message>
    <message>
        <source>The run needs the most %1.</source>
        <translation>Am meisten braucht der Lauf, %1.</translation>
    </message>
    <message>
        <source>A later stage could not be measured: %1.</source>
        <translation>Eine spätere Stufe ließ sich nicht messen: %1.</translation>
    </message>
</context>
<context>
    <name>StepTimeline</name>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>%1, micro-batch %2</source>
        <translation>%1, Micro-Batch %2</translation>
    </message>
    <message>
        <source>%1 % of what this machine can do: %2 GFLOP/s, %3 GB/s, as watched in step %4</source>
        <translation>%1 % von dem, was dieser Rechner kann: %2 GFLOP/s, %3 GB/s, beobachtet in Schritt %4</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1; largest: %2 %3</source>
        <translation>%1; am größten: %2 %3</translation>
    </message>
    <message>
        <source>Peak %1 + %2 = %3</source>
        <translation>Spitze %1 + %2 = %3</translation>
    </message>
    <message>
        <source>Peak %1 tensors + %2 cache, context = %3</source>
        <translation>Spitze %1 Tensoren + %2 Cache, Kontext = %3</translation>
    </message>
    <message>
        <source>Between phases</source>
        <translation>Zwischen den Phasen</translation>
    </message>
    <message>
        <source>D real</source>
        <translation>D echt</translation>
    </message>
    <message>
        <source>Discriminator on real images</source>
        <translation>Diskriminator auf echten Bildern</translation>
    </message>
    <message>
        <source>D fake</source>
        <translation>D Fake</translation>
    </message>
    <message>
        <source>Discriminator on made images</source>
        <translation>Diskriminator auf gemachten Bildern</translation>
    </message>
    <message>
        <source>D penalty</source>
        <translation>D Strafterm</translation>
    </message>
    <message>
        <source>Gradient penalty of the discriminator</source>
        <translation>Gradientenstrafterm des Diskriminators</translation>
    </message>
    <message>
        <source>D Adam</source>
        <translation>D Adam</translation>
    </message>
    <message>
        <source>Optimiser step of the discriminator</source>
        <translation>Optimiererschritt des Diskriminators</translation>
    </message>
    <message>
        <source>G</source>
        <translation>G</translation>
    </message>
    <message>
        <source>Generator, forward and backward</source>
        <translation>Generator, vorwärts und rückwärts</translation>
    </message>
    <message>
        <source>G Adam</source>
        <translation>G Adam</translation>
    </message>
    <message>
        <source>Optimiser step of the generator</source>
        <translation>Optimiererschritt des Generators</translation>
    </message>
    <message>
        <source>EMA</source>
        <translation>EMA</translation>
    </message>
    <message>
        <source>Averaging the weights</source>
        <translation>Mittelung der Gewichte</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Loading the batch</source>
        <translation>Laden des Batches</translation>
    </message>
    <message>
        <source>preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Making preview pictures</source>
        <translation>Bilder der Vorschau</translation>
    </message>
    <message>
        <source>save</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>Scoring</source>
        <translation>Bewerten</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>Decoder</translation>
    </message>
    <message>
        <source>Decoding the picture</source>
        <translation>Decodieren des Bildes</translation>
    </message>
    <message>
        <source>CLIP</source>
        <translation>CLIP</translation>
    </message>
    <message>
        <source>Cutouts through CLIP and back</source>
        <translation>Ausschnitte durch CLIP und zurück</translation>
    </message>
    <message>
        <source>decoder backward</source>
        <translation>Decoder rückwärts</translation>
    </message>
    <message>
        <source>The decoder&apos;s backward pass</source>
        <translation>Rückwärtsdurchgang des Decoders</translation>
    </message>
    <message>
        <source>optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>The optimiser moves the codes</source>
        <translation>Der Optimierer bewegt die Codes</translation>
    </message>
</context>
<context>
    <name>StoredPlots</name>
    <message>
        <source>The plots could not be drawn.</source>
        <translation>Die Kurven konnten nicht gezeichnet werden.</translation>
    </message>
    <message>
        <source>Export them as SVG.</source>
        <translation>Sie als SVG exportieren.</translation>
    </message>
</context>
<context>
    <name>SweepPlan</name>
    <message>
        <source>%1: type one or more values</source>
        <translation>%1: einen oder mehrere Werte eingeben</translation>
    </message>
    <message>
        <source>%1 stands there twice</source>
        <translation>%1 steht zweimal da</translation>
    </message>
    <message>
        <source>Choose a setting and type its values</source>
        <translation>Eine Einstellung wählen und ihre Werte eingeben</translation>
    </message>
    <message>
        <source>%1 runs are more than %2 at once</source>
        <translation>%1 Läufe sind mehr als %2 auf einmal</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>TimelineText</name>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1 ein</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1 aus</translation>
    </message>
    <message>
        <source>%1 %2 to %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>Prompts changed</source>
        <translation>Prompts geändert</translation>
    </message>
    <message>
        <source>prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1, durch %2</translation>
    </message>
    <message>
        <source>: %1 to %2</source>
        <translation>: %1 → %2</translation>
    </message>
    <message>
        <source>%1 k</source>
        <translation>%1 Tsd.</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>%1 abgelehnt</translation>
    </message>
    <message>
        <source>%1 refused: %2</source>
        <translation>%1 abgelehnt: %2</translation>
    </message>
</context>
<context>
    <name>Upscale</name>
    <message>
        <source>in one piece</source>
        <translation>in einem Stück</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tile(s) of %1 px that overlap by %2, %3</source>
        <translation>
            <numerusform>%Ln Kachel von %1 px, um %2 überlappend, %3</numerusform>
            <numerusform>%Ln Kacheln von %1 px, um %2 überlappend, %3</numerusform>
        </translation>
    </message>
    <message>
        <source>exactly as in one piece</source>
        <translation>genau wie in einem Stück</translation>
    </message>
    <message>
        <source>blended, as the network sees further than that</source>
        <translation>überblendet, weil das Netz weiter sieht als das</translation>
    </message>
    <message>
        <source>%1 × %2 px</source>
        <translation>%1 × %2 px</translation>
    </message>
    <message>
        <source>%1 cannot be shown: %2.</source>
        <translation>%1 lässt sich nicht zeigen: %2.</translation>
    </message>
    <message>
        <source>There is no room for a temporary file to try a part in.</source>
        <translation>Für eine temporäre Datei zum Ausprobieren eines Teils ist kein Platz.</translation>
    </message>
    <message>
        <source>%1: the picture and its result take %2.</source>
        <translation>%1: Bild und Ergebnis brauchen %2.</translation>
    </message>
    <message>
        <source>%1: at most %2 at once, %3.</source>
        <translation>%1: höchstens %2 zugleich, %3.</translation>
    </message>
    <message>
        <source>Written: %1, %2.</source>
        <translation>Geschrieben: %1, %2.</translation>
    </message>
    <message>
        <source>It took %1 at most, %2.</source>
        <translation>Gebraucht: höchstens %1, %2.</translation>
    </message>
    <message numerus="yes">
        <source>Memory ran out %Ln time(s); tiles of half the side went on.</source>
        <translation>
            <numerusform>Der Speicher war %Ln Mal voll; mit halb so großen Kacheln ging es weiter.</numerusform>
            <numerusform>Der Speicher war %Ln Mal voll; mit halb so großen Kacheln ging es weiter.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VqganClipWindow</name>
    <message>
        <source>Paint on it</source>
        <translation>Darauf malen</translation>
    </message>
    <message>
        <source>The painting begins as this picture.</source>
        <translation>Das Gemalte beginnt als dieses Bild.</translation>
    </message>
    <message>
        <source>Use it as a prompt</source>
        <translation>Als Prompt verwenden</translation>
    </message>
    <message>
        <source>Use them as prompts</source>
        <translation>Als Prompts verwenden</translation>
    </message>
    <message>
        <source>What is painted shall resemble the content, beside the prompts in words.</source>
        <translation>Das Gemalte soll neben den Prompts in Worten auch diesem Inhalt ähneln.</translation>
    </message>
    <message>
        <source>Paint with this VQGAN</source>
        <translation>Mit diesem VQGAN malen</translation>
    </message>
    <message>
        <source>It makes the pictures of text to image.</source>
        <translation>Es macht die Bilder von Text zu Bild.</translation>
    </message>
    <message>
        <source>Paint with this CLIP</source>
        <translation>Mit diesem CLIP malen</translation>
    </message>
    <message>
        <source>It judges the pictures of text to image.</source>
        <translation>Es beurteilt die Bilder von Text zu Bild.</translation>
    </message>
    <message>
        <source>Add this CLIP to the others</source>
        <translation>Dieses CLIP zu den anderen</translation>
    </message>
    <message>
        <source>Several judge the picture together.</source>
        <translation>Mehrere beurteilen das Bild gemeinsam.</translation>
    </message>
    <message>
        <source>Paint on each of its pictures</source>
        <translation>Auf jedem seiner Bilder malen</translation>
    </message>
    <message>
        <source>The folder is the start: one picture after the other.</source>
        <translation>Der Ordner ist der Beginn: ein Bild nach dem anderen.</translation>
    </message>
    <message>
        <source>Built-in VQGAN and CLIP</source>
        <translation>Eingebautes VQGAN und CLIP</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>built-in VQGAN</source>
        <translation>eingebautes VQGAN</translation>
    </message>
    <message>
        <source>built-in CLIP</source>
        <translation>eingebautes CLIP</translation>
    </message>
    <message>
        <source>Text to image, %1, %2 cutouts</source>
        <translation>Text zu Bild, %1, %2 Ausschnitte</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>VqganWindow</name>
    <message>
        <source>L1</source>
        <translation>L1</translation>
    </message>
    <message>
        <source>LPIPS</source>
        <translation>LPIPS</translation>
    </message>
    <message>
        <source>SSIM</source>
        <translation>SSIM</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>Reconstruction loss</source>
        <translation>Rekonstruktions-Loss</translation>
    </message>
    <message>
        <source>SSIM, share of codes in use</source>
        <translation>SSIM, Anteil der Codes in Gebrauch</translation>
    </message>
    <message>
        <source>Timeline of reconstruction losses, similarity, use of codes and memory</source>
        <translation>Zeitachse von Rekonstruktions-Losses, Ähnlichkeit, Gebrauch der Codes und Speicher</translation>
    </message>
    <message>
        <source>No losses yet</source>
        <translation>Noch keine Losses</translation>
    </message>
    <message>
        <source>Losses, codebook use and memory share one axis here, with a mark for every change you make.</source>
        <translation>Losses, Gebrauch des Codebuchs und Speicher haben hier eine gemeinsame Achse, mit einer Marke für jede Änderung.</translation>
    </message>
    <message>
        <source>D</source>
        <translation>D</translation>
    </message>
    <message>
        <source>G</source>
        <translation>G</translation>
    </message>
    <message>
        <source>Codebook</source>
        <translation>Codebuch</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Adaptive weight of the adversarial loss</source>
        <translation>Adaptives Gewicht des adversarialen Loss</translation>
    </message>
    <message>
        <source>Losses of generator, discriminator and codes, and the adaptive weight</source>
        <translation>Losses von Generator, Diskriminator und Codes, und das adaptive Gewicht</translation>
    </message>
    <message>
        <source>What the two networks learn by. The discriminator&apos;s curve begins when it takes part.</source>
        <translation>Wonach die beiden Netze lernen. Die Kurve des Diskriminators beginnt, wenn er mitwirkt.</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Benutzt</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Codes, of the last epoch</source>
        <translation>Codes der letzten Epoche</translation>
    </message>
    <message>
        <source>Codes in use, and their perplexity</source>
        <translation>Codes in Gebrauch und ihre Perplexität</translation>
    </message>
    <message>
        <source>No codes yet</source>
        <translation>Noch keine Codes</translation>
    </message>
    <message>
        <source>How many codes the pictures use, and their perplexity: how many there would be if all were used equally.</source>
        <translation>Wie viele Codes die Bilder benutzen, und ihre Perplexität: wie viele es wären, wenn alle gleich oft vorkämen.</translation>
    </message>
    <message>
        <source>, f%1</source>
        <translation>, f%1</translation>
    </message>
    <message>
        <source>VQGAN %1%2, %3 codes</source>
        <translation>VQGAN %1%2, %3 Codes</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Losses</translation>
    </message>
    <message>
        <source>VQGAN %1, width %2, %3 codes</source>
        <translation>VQGAN %1, Breite %2, %3 Codes</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>Breite %1</translation>
    </message>
</context>
<context>
    <name>XUnitText</name>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>k %1</source>
        <translation>Tsd. %1</translation>
    </message>
    <message>
        <source>x: images</source>
        <translation>x: Bilder</translation>
    </message>
    <message>
        <source>x: %1</source>
        <translation>x: %1</translation>
    </message>
    <message>
        <source>x: time</source>
        <translation>x: Zeit</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>%1: %2 is not between %3 and %4</source>
        <translation>%1: %2 liegt nicht zwischen %3 und %4</translation>
    </message>
    <message>
        <source>%1: %2 is not a power of two between %3 and %4</source>
        <translation>%1: %2 ist keine Zweierpotenz zwischen %3 und %4</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is not on or off</source>
        <translation>%1: „%2“ ist weder on noch off</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is not a whole number</source>
        <translation>%1: „%2“ ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is not a number</source>
        <translation>%1: „%2“ ist keine Zahl</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is not one of %3</source>
        <translation>%1: „%2“ ist keines von %3</translation>
    </message>
    <message>
        <source>%1: must not be empty</source>
        <translation>%1: darf nicht leer sein</translation>
    </message>
    <message>
        <source>%1: expects on or off</source>
        <translation>%1: erwartet on oder off</translation>
    </message>
    <message>
        <source>%1: expects a whole number</source>
        <translation>%1: erwartet eine ganze Zahl</translation>
    </message>
    <message>
        <source>%1: expects a number</source>
        <translation>%1: erwartet eine Zahl</translation>
    </message>
    <message>
        <source>Separate names with spaces.</source>
        <translation>Namen durch Leerzeichen trennen.</translation>
    </message>
    <message>
        <source>precision: fp16 needs a GPU; on the CPU use bf16</source>
        <translation>precision: fp16 braucht eine GPU; auf der CPU bf16 verwenden</translation>
    </message>
    <message>
        <source>precision: tf32 needs an NVIDIA GPU; on the CPU use fp32 or bf16</source>
        <translation>precision: tf32 braucht eine NVIDIA-GPU; auf der CPU fp32 oder bf16 verwenden</translation>
    </message>
    <message>
        <source>precision: a VQGAN overflows in fp16; use bf16</source>
        <translation>precision: ein VQGAN läuft in fp16 über; bf16 verwenden</translation>
    </message>
    <message>
        <source>device: &apos;%1&apos; is not auto, cpu, cuda or cuda:N</source>
        <translation>device: „%1“ ist weder auto, cpu, cuda noch cuda:N</translation>
    </message>
    <message>
        <source>norm.d: WGAN-GP&apos;s penalty is per sample and batch norm mixes samples; choose instance or none</source>
        <translation>norm.d: der Strafterm von WGAN-GP gilt je Bild, und Batch-Norm mischt Bilder; instance oder none wählen</translation>
    </message>
    <message>
        <source>norm.sync: the R1 penalty differentiates D twice, which synchronised batch norms cannot do; choose norm.d instance or none, or set loss.r1 to 0</source>
        <translation>norm.sync: der R1-Term leitet D zweimal ab, was synchronisierte Batch-Norms nicht können; norm.d instance oder none wählen oder loss.r1 auf 0 setzen</translation>
    </message>
    <message>
        <source>loss.smoothing: label smoothing exists for the BCE loss only; set it to 0</source>
        <translation>loss.smoothing: Label-Smoothing gibt es nur beim BCE-Loss; auf 0 setzen</translation>
    </message>
    <message>
        <source>start.picture: choose the picture to start from, or another start</source>
        <translation>start.picture: das Bild für den Beginn wählen oder einen anderen Beginn</translation>
    </message>
    <message>
        <source>start.folder: choose the folder whose pictures are painted on, or another start</source>
        <translation>start.folder: den Ordner wählen, auf dessen Bildern gemalt wird, oder einen anderen Beginn</translation>
    </message>
    <message>
        <source>overlay.picture: choose the picture to lay over, or set overlay.every to 0</source>
        <translation>overlay.picture: das Bild zum Überlagern wählen oder overlay.every auf 0 setzen</translation>
    </message>
    <message>
        <source>net.base: %1 is not a multiple of 32, the number of the norms&apos; groups</source>
        <translation>net.base: %1 ist kein Vielfaches von 32, der Zahl der Gruppen der Norms</translation>
    </message>
    <message>
        <source>loss.l1: nothing asks the reconstruction to resemble its picture; give L1, SSIM or the perceptual loss a weight</source>
        <translation>loss.l1: nichts verlangt, dass die Rekonstruktion ihrem Bild ähnelt; L1, SSIM oder dem Perceptual Loss ein Gewicht geben</translation>
    </message>
    <message>
        <source>forecasting</source>
        <translation>Prognose läuft</translation>
    </message>
    <message>
        <source>forecasting plan %1 of %2</source>
        <translation>Prognose für Plan %1 von %2</translation>
    </message>
    <message>
        <source>rehearsing %1 %2 of %3</source>
        <translation>Probelauf, %1 %2 von %3</translation>
    </message>
    <message>
        <source>writing the animation</source>
        <translation>die Animation wird geschrieben</translation>
    </message>
    <message>
        <source>reading the perceptual network</source>
        <translation>das Netz des Perceptual Loss wird gelesen</translation>
    </message>
    <message>
        <source>preparing the other processes</source>
        <translation>die anderen Prozesse werden vorbereitet</translation>
    </message>
    <message>
        <source>making the first latent</source>
        <translation>das erste Latent wird gemacht</translation>
    </message>
    <message>
        <source>painting the first picture</source>
        <translation>das erste Bild wird gemalt</translation>
    </message>
    <message>
        <source>reading the prompts</source>
        <translation>die Prompts werden gelesen</translation>
    </message>
    <message>
        <source>enlarging or reducing the picture</source>
        <translation>das Bild wird vergrößert oder verkleinert</translation>
    </message>
    <message>
        <source>loading the VQGAN</source>
        <translation>das VQGAN wird geladen</translation>
    </message>
    <message>
        <source>loading CLIP</source>
        <translation>CLIP wird geladen</translation>
    </message>
    <message>
        <source>enlarging</source>
        <translation>wird vergrößert</translation>
    </message>
    <message>
        <source>encoding and decoding</source>
        <translation>wird encodiert und decodiert</translation>
    </message>
    <message>
        <source>drawing</source>
        <translation>wird gezeichnet</translation>
    </message>
    <message>
        <source>building the networks</source>
        <translation>die Netze werden aufgebaut</translation>
    </message>
    <message>
        <source>reading weights</source>
        <translation>die Gewichte werden gelesen</translation>
    </message>
    <message>
        <source>opening the archive</source>
        <translation>das Archiv wird geöffnet</translation>
    </message>
    <message>
        <source>reached its end</source>
        <translation>am Ende angekommen</translation>
    </message>
    <message>
        <source>reached the number of %1</source>
        <translation>gewünschte Anzahl erreicht: %1</translation>
    </message>
    <message>
        <source>reached the folder&apos;s last picture</source>
        <translation>beim letzten Bild des Ordners angekommen</translation>
    </message>
    <message>
        <source>none has come since</source>
        <translation>seither ist keines hinzugekommen</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>stopped without saving</source>
        <translation>angehalten ohne zu speichern</translation>
    </message>
    <message>
        <source>Raise the budget or lower the batch, then ask again.</source>
        <translation>Das Budget erhöhen oder den Batch verkleinern und noch einmal fragen.</translation>
    </message>
    <message>
        <source>there was no room to measure what this machine can do</source>
        <translation>es war kein Platz, um zu messen, was dieser Rechner kann</translation>
    </message>
    <message>
        <source>measuring what this machine can do at most</source>
        <translation>wird gemessen, was dieser Rechner höchstens kann</translation>
    </message>
    <message>
        <source>A profiler of the GPU&apos;s maker shows where its time goes.</source>
        <translation>Wo ihre Zeit bleibt, zeigt ein Profiler des Herstellers der GPU.</translation>
    </message>
    <message>
        <source>only steps on the processor can be watched: a GPU computes after it was asked to</source>
        <translation>nur Schritte auf dem Prozessor lassen sich beobachten: eine GPU rechnet erst, nachdem sie darum gebeten wurde</translation>
    </message>
    <message>
        <source>stopped, as its time is over</source>
        <translation>angehalten, da die Zeit um ist</translation>
    </message>
    <message>
        <source>stopped before the first %1</source>
        <translation>angehalten vor dem ersten %1</translation>
    </message>
    <message>
        <source>Micro-batch %1 to %2, accumulation %3 to %4</source>
        <translation>Micro-Batch %1 → %2, Akkumulation %3 → %4</translation>
    </message>
    <message>
        <source>Cutouts at a time %1 to %2</source>
        <translation>Ausschnitte zugleich %1 → %2</translation>
    </message>
    <message>
        <source>Fakes recomputed instead of kept</source>
        <translation>Fakes neu berechnet statt behalten</translation>
    </message>
    <message>
        <source>Activation checkpointing</source>
        <translation>Activation Checkpointing</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 statt %2</translation>
    </message>
    <message>
        <source>Optimiser state to host memory</source>
        <translation>Zustand des Optimierers in den Hauptspeicher</translation>
    </message>
    <message>
        <source>Give back caches and preview</source>
        <translation>Caches und Vorschau zurückgeben</translation>
    </message>
    <message>
        <source>Data set back to host memory</source>
        <translation>Datensatz zurück in den Hauptspeicher</translation>
    </message>
    <message>
        <source>other programs grew from %1 to %2</source>
        <translation>andere Programme wuchsen von %1 auf %2</translation>
    </message>
    <message>
        <source>the allocation was refused although the budget had room for it</source>
        <translation>die Anforderung wurde abgelehnt, obwohl im Budget Platz war</translation>
    </message>
    <message>
        <source>the budget was cut from %1 to %2</source>
        <translation>das Budget wurde von %1 auf %2 gekürzt</translation>
    </message>
    <message>
        <source>it was the first %1 with these settings</source>
        <translation>es war der erste %1 mit diesen Einstellungen</translation>
    </message>
    <message>
        <source>this %1 needed at least %2 of tensors, those before at most %3</source>
        <translation>dieser %1 brauchte mindestens %2 für Tensoren, die vorigen höchstens %3</translation>
    </message>
    <message>
        <source>Same effective batch, one difference: batch norm now sees %1 images per pass instead of %2. The passes round to %3.</source>
        <translation>Gleicher effektiver Batch, ein Unterschied: Batch-Norm sieht jetzt %1 Bilder je Durchgang statt %2. Gerundet wird auf %3.</translation>
    </message>
    <message>
        <source>Same effective batch, one difference: batch norm now sees %1 images per pass instead of %2.</source>
        <translation>Gleicher effektiver Batch, ein Unterschied: Batch-Norm sieht jetzt %1 Bilder je Durchgang statt %2.</translation>
    </message>
    <message>
        <source>The passes round to %1.</source>
        <translation>Gerundet wird auf %1.</translation>
    </message>
    <message>
        <source>Trains a %1² model</source>
        <translation>Trainiert ein Modell mit %1²</translation>
    </message>
    <message>
        <source>Depthwise-separable convolutions</source>
        <translation>Depthwise-separable Faltungen</translation>
    </message>
    <message>
        <source>Width %1</source>
        <translation>Breite %1</translation>
    </message>
    <message>
        <source>Batch norm sees %1 images</source>
        <translation>Batch-Norm sieht %1 Bilder</translation>
    </message>
    <message>
        <source>Batch norm sees 1 image</source>
        <translation>Batch-Norm sieht 1 Bild</translation>
    </message>
    <message>
        <source>Batch norm of D sees %1 images</source>
        <translation>Batch-Norm von D sieht %1 Bilder</translation>
    </message>
    <message>
        <source>Adaptive weight per %1 images</source>
        <translation>Adaptives Gewicht je %1 Bilder</translation>
    </message>
    <message>
        <source>Adaptive weight per 1 image</source>
        <translation>Adaptives Gewicht je Bild</translation>
    </message>
    <message>
        <source>the data set stays on the host, %1 saved</source>
        <translation>der Datensatz bleibt im Hauptspeicher, %1 gespart</translation>
    </message>
    <message>
        <source>exact from shapes: weights, EMA, optimiser, gradients</source>
        <translation>exakt aus den Formen: Gewichte, EMA, Optimierer, Gradienten</translation>
    </message>
    <message>
        <source>As asked</source>
        <translation>Wie gewünscht</translation>
    </message>
    <message>
        <source>Same up to rounding</source>
        <translation>Gleich bis auf Rundung</translation>
    </message>
    <message>
        <source>%1 rounding</source>
        <translation>Rundung auf %1</translation>
    </message>
    <message>
        <source>Paints %1</source>
        <translation>Malt %1</translation>
    </message>
    <message>
        <source>2 probe %1 of %2 and %3 %4, corrected by %5 of this run</source>
        <translation>2 Probe-%1 mit %2 und %3 %4, berichtigt durch %5 dieses Laufs</translation>
    </message>
    <message>
        <source>2 probe %1 of %2 and %3 %4</source>
        <translation>2 Probe-%1 mit %2 und %3 %4</translation>
    </message>
    <message>
        <source>what cuDNN and cuBLAS take for %1 %2 is known after the first %3</source>
        <translation>was cuDNN und cuBLAS bei %1 %2 brauchen, ist nach dem ersten %3 bekannt</translation>
    </message>
    <message>
        <source>what the driver takes for kernels is known after the first %1</source>
        <translation>was der Treiber für Kernel braucht, ist nach dem ersten %1 bekannt</translation>
    </message>
    <message>
        <source>another set-up is at work in %1, process %2</source>
        <translation>in %1 ist gerade eine andere Einrichtung am Werk, Prozess %2</translation>
    </message>
    <message>
        <source>Wait until it is done.</source>
        <translation>Warten, bis sie fertig ist.</translation>
    </message>
    <message>
        <source>the set-up was stopped</source>
        <translation>die Einrichtung wurde angehalten</translation>
    </message>
    <message>
        <source>%1 holds no wheel of %2 with SHA-256 %3</source>
        <translation>in %1 liegt kein Paket (Wheel) von %2 mit SHA-256 %3</translation>
    </message>
    <message>
        <source>Make the bundle with headroom-cli setup --save FOLDER of this version.</source>
        <translation>Den Ordner mit headroom-cli setup --save ORDNER dieser Version erzeugen.</translation>
    </message>
    <message>
        <source>Make the bundle with headroom-cli setup --save FOLDER of this version, with --gpu.</source>
        <translation>Den Ordner mit headroom-cli setup --save ORDNER dieser Version erzeugen, mit --gpu.</translation>
    </message>
    <message>
        <source>the wheels of LibTorch %1 hold no LibTorch</source>
        <translation>die Pakete (Wheels) von LibTorch %1 enthalten kein LibTorch</translation>
    </message>
    <message>
        <source>Report it: the list of this build is wrong.</source>
        <translation>Bitte melden: Die Liste dieser Ausgabe ist falsch.</translation>
    </message>
    <message>
        <source>%1 does not answer: %2</source>
        <translation>%1 antwortet nicht: %2</translation>
    </message>
    <message>
        <source>Check the network and its proxy settings, then start again.</source>
        <translation>Das Netz und seine Proxy-Einstellungen prüfen, dann von Neuem beginnen.</translation>
    </message>
    <message>
        <source>HEADROOM_WHEEL_INDEX: &apos;%1&apos; is no address of the web</source>
        <translation>HEADROOM_WHEEL_INDEX: „%1“ ist keine Adresse im Web</translation>
    </message>
    <message>
        <source>It begins with https://.</source>
        <translation>Die Adresse beginnt mit https://.</translation>
    </message>
    <message>
        <source>no pip was found that says where Python&apos;s packages come from</source>
        <translation>es wurde kein pip gefunden, das sagt, woher Pythons Pakete kommen</translation>
    </message>
    <message>
        <source>Install python3-pip-whl or python3-pip, name an index in HEADROOM_WHEEL_INDEX, or give setup --from a folder with the files.</source>
        <translation>python3-pip-whl oder python3-pip installieren, in HEADROOM_WHEEL_INDEX ein Verzeichnis nennen oder setup --from einen Ordner mit den Dateien geben.</translation>
    </message>
    <message>
        <source>%1 has no %2 with the SHA-256 that Headroom was made for</source>
        <translation>%1 hat kein %2 mit dem SHA-256, für den Headroom gemacht ist</translation>
    </message>
    <message>
        <source>%1 has no %2 with the SHA-256 that Headroom was made for (%3)</source>
        <translation>%1 hat kein %2 mit dem SHA-256, für den Headroom gemacht ist (%3)</translation>
    </message>
    <message>
        <source>Name another index in HEADROOM_WHEEL_INDEX, or give setup --from a folder with the files.</source>
        <translation>In HEADROOM_WHEEL_INDEX ein anderes Verzeichnis nennen oder setup --from einen Ordner mit den Dateien geben.</translation>
    </message>
    <message>
        <source>%1 cannot be unpacked: %2</source>
        <translation>%1 lässt sich nicht entpacken: %2</translation>
    </message>
    <message>
        <source>Remove it and start again.</source>
        <translation>Die Datei entfernen und von Neuem beginnen.</translation>
    </message>
    <message>
        <source>it is no archive</source>
        <translation>es ist kein Archiv</translation>
    </message>
    <message>
        <source>%1 is not the file that was promised: %2</source>
        <translation>%1 ist nicht die angekündigte Datei: %2</translation>
    </message>
    <message>
        <source>Nothing was kept. Try another source, or choose a file that you have.</source>
        <translation>Nichts wurde behalten. Eine andere Quelle versuchen oder eine vorhandene Datei wählen.</translation>
    </message>
    <message>
        <source>%1 is not there any more (%2)</source>
        <translation>%1 gibt es nicht mehr (%2)</translation>
    </message>
    <message>
        <source>Look on its makers&apos; page for a new address, or choose a file that you have.</source>
        <translation>Auf der Seite der Hersteller nach einer neuen Adresse sehen oder eine vorhandene Datei wählen.</translation>
    </message>
    <message>
        <source>%1 is refused by its server (%2)</source>
        <translation>%1 wird vom Server verweigert (%2)</translation>
    </message>
    <message>
        <source>Fetch the file with a browser and choose it here.</source>
        <translation>Die Datei mit einem Browser holen und hier wählen.</translation>
    </message>
    <message>
        <source>%1 is no address of a file on the web</source>
        <translation>%1 ist keine Adresse einer Datei im Web</translation>
    </message>
    <message>
        <source>Give one that begins with https://.</source>
        <translation>Eine angeben, die mit https:// beginnt.</translation>
    </message>
    <message>
        <source>the server sends from one address to the next without end</source>
        <translation>der Server leitet ohne Ende von einer Adresse zur nächsten weiter</translation>
    </message>
    <message>
        <source>%1: the server cannot prove that it is the right one (TLS)</source>
        <translation>%1: Der Server kann nicht beweisen, dass er der richtige ist (TLS)</translation>
    </message>
    <message>
        <source>Check the date of this machine and its network.</source>
        <translation>Das Datum dieses Rechners und sein Netz prüfen.</translation>
    </message>
    <message>
        <source>%1 cannot be fetched: the connection fails or breaks off (%2 attempts, %3 bytes are here)</source>
        <translation>%1 lässt sich nicht holen: Die Verbindung kommt nicht zustande oder bricht ab (%2 Versuche, %3 Bytes sind da)</translation>
    </message>
    <message>
        <source>Check the network and start again; it goes on where it is.</source>
        <translation>Das Netz prüfen und von Neuem beginnen; es geht dort weiter, wo es ist.</translation>
    </message>
    <message>
        <source>cannot download: libcurl does not start</source>
        <translation>kein Herunterladen möglich: libcurl startet nicht</translation>
    </message>
    <message>
        <source>looking through %1</source>
        <translation>%1 wird durchgesehen</translation>
    </message>
    <message>
        <source>asking for %1</source>
        <translation>%1 wird angefragt</translation>
    </message>
    <message>
        <source>unpacking %1</source>
        <translation>%1 wird entpackt</translation>
    </message>
    <message>
        <source>%1: %2 of %3, %4/s</source>
        <translation>%1: %2 von %3, %4/s</translation>
    </message>
    <message>
        <source>The queue is empty.</source>
        <translation>Die Warteschlange ist leer.</translation>
    </message>
    <message>
        <source>All that was queued has ended.</source>
        <translation>Alles in der Warteschlange ist zu Ende.</translation>
    </message>
    <message>
        <source>%1 runs; nothing waits behind it.</source>
        <translation>%1 läuft; dahinter wartet nichts.</translation>
    </message>
    <message>
        <source>%1 is checked; nothing waits behind it.</source>
        <translation>%1 wird geprüft; dahinter wartet nichts.</translation>
    </message>
    <message>
        <source>%1 runs; then the queue is paused, %2.</source>
        <translation>%1 läuft; dann pausiert die Warteschlange, %2.</translation>
    </message>
    <message>
        <source>%1 runs; the queue stops after it, %2.</source>
        <translation>%1 läuft; danach hält die Warteschlange an, %2.</translation>
    </message>
    <message>
        <source>%1 runs; %2 is next.</source>
        <translation>%1 läuft; als Nächstes %2.</translation>
    </message>
    <message>
        <source>%1 is checked; %2 is next.</source>
        <translation>%1 wird geprüft; als Nächstes %2.</translation>
    </message>
    <message>
        <source>Paused: %1.</source>
        <translation>Pausiert: %1.</translation>
    </message>
    <message>
        <source>%1; start the queue.</source>
        <translation>%1; die Warteschlange starten.</translation>
    </message>
    <message>
        <source>%1; no runner works for %2: start one.</source>
        <translation>%1; für %2 arbeitet niemand: eine Warteschlange dafür starten.</translation>
    </message>
    <message>
        <source>%1 starts at %2.</source>
        <translation>%1 startet um %2.</translation>
    </message>
    <message>
        <source>%1 is next.</source>
        <translation>%1 ist als Nächstes dran.</translation>
    </message>
    <message>
        <source>1 run waits</source>
        <translation>1 Lauf wartet</translation>
    </message>
    <message>
        <source>%1 runs wait</source>
        <translation>%1 Läufe warten</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>Bildern</translation>
    </message>
    <message>
        <source>latent cells</source>
        <translation>Latentzellen</translation>
    </message>
    <message>
        <source>driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be written: %2</source>
        <translation>„%1“ lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not end in png, svg or pdf</source>
        <translation>„%1“ endet nicht auf png, svg oder pdf</translation>
    </message>
    <message>
        <source>%1: a picture prompt&apos;s path cannot hold | or ^ or begin with ~; copy or rename the file</source>
        <translation>%1: der Pfad eines Bild-Prompts darf weder | noch ^ enthalten oder mit ~ beginnen; die Datei kopieren oder umbenennen</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Choose one of these endings.</source>
        <translation>Eine dieser Endungen wählen.</translation>
    </message>
    <message>
        <source>Choose a folder that can be written.</source>
        <translation>Einen beschreibbaren Ordner wählen.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>DCGAN</source>
        <translation>DCGAN</translation>
    </message>
    <message>
        <source>Generator and discriminator of convolutions, 32 to 512 px.</source>
        <translation>Generator und Diskriminator aus Faltungen, 32 bis 512 px.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>SWD</source>
        <translation>SWD</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>Micro-Batch</translation>
    </message>
    <message>
        <source>images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Images per forward pass. The largest part of the memory grows with it.</source>
        <translation>Bilder je Vorwärtsdurchgang. Damit wächst der größte Teil des Speichers.</translation>
    </message>
    <message>
        <source>Activations grow in proportion. Batch-norm statistics are those of one micro-batch.</source>
        <translation>Aktivierungen wachsen proportional. Batch-Norm-Statistik ist die eines Micro-Batches.</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>Akkumulation</translation>
    </message>
    <message>
        <source>times</source>
        <translation>mal</translation>
    </message>
    <message>
        <source>Micro-batches per optimiser step. Micro-batch times accumulation is the effective batch.</source>
        <translation>Micro-Batches je Optimiererschritt. Micro-Batch mal Akkumulation ist der effektive Batch.</translation>
    </message>
    <message>
        <source>Costs time, not memory: the gradients of a larger batch at the memory of one micro-batch.</source>
        <translation>Kostet Zeit, nicht Speicher: die Gradienten eines größeren Batches mit dem Speicher eines Micro-Batches.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Number format of the forward and backward passes. Automatic is TF32 on GPUs that have it and fp32 elsewhere. Weights, gradients and optimiser stay in fp32.</source>
        <translation>Zahlenformat der Vorwärts- und Rückwärtsdurchgänge. Automatisch ist TF32 auf GPUs, die es haben, sonst fp32. Gewichte, Gradienten und Optimierer bleiben in fp32.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>fp32 (TF32 off)</source>
        <translation>fp32 (TF32 aus)</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>fp16 (scaled)</source>
        <translation>fp16 (skaliert)</translation>
    </message>
    <message>
        <source>Checkpointing</source>
        <translation>Checkpointing</translation>
    </message>
    <message>
        <source>Recomputes activations in the backward pass instead of keeping them. Same result, bit for bit in fp32.</source>
        <translation>Berechnet Aktivierungen im Rückwärtsdurchgang neu, statt sie zu behalten. Gleiches Ergebnis, in fp32 bitgenau.</translation>
    </message>
    <message>
        <source>Costs about a third more time. Gains little for a DCGAN, whose peak is its last layer.</source>
        <translation>Kostet etwa ein Drittel mehr Zeit. Bringt wenig bei einem DCGAN, dessen Spitze seine letzte Schicht ist.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>Side of the pictures in pixels. Growing or shrinking during a run keeps all matching weights.</source>
        <translation>Seite der Bilder in Pixeln. Wachsen oder Schrumpfen im Lauf behält alle passenden Gewichte.</translation>
    </message>
    <message>
        <source>Memory and time grow with the square: twice the side, four times the activations.</source>
        <translation>Speicher und Zeit wachsen quadratisch: doppelte Seite, vierfache Aktivierungen.</translation>
    </message>
    <message>
        <source>Fade-in</source>
        <translation>Einblenden</translation>
    </message>
    <message>
        <source>After growing during a run, the old resolution, enlarged, turns into the new one over so many steps. 0: at once.</source>
        <translation>Nach dem Wachsen im Lauf geht die alte Auflösung, vergrößert, über so viele Schritte in die neue über. 0: sofort.</translation>
    </message>
    <message>
        <source>One small layer of G and D and their old pictures, until the fade-in is over. A second resize ends it early.</source>
        <translation>Eine kleine Schicht von G und D und deren alte Bilder, bis das Einblenden vorbei ist. Eine zweite Größenänderung beendet es früher.</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Memory that Headroom may use on the device. 0 means automatic: what is free, less a safety margin.</source>
        <translation>Speicher, den Headroom auf dem Gerät nutzen darf. 0 heißt automatisch: was frei ist, abzüglich eines Sicherheitsabstands.</translation>
    </message>
    <message>
        <source>Reuse fakes</source>
        <translation>Fakes behalten</translation>
    </message>
    <message>
        <source>Keep G&apos;s graph from the D phase for the G phase, or recompute the fakes. Automatic keeps them without accumulation.</source>
        <translation>Den Graphen von G aus der D-Phase für die G-Phase behalten, oder die Fakes neu berechnen. Automatisch behält sie ohne Akkumulation.</translation>
    </message>
    <message>
        <source>Recomputing takes G&apos;s activations out of the D phase for about 20 % more time.</source>
        <translation>Neuberechnen nimmt die Aktivierungen von G aus der D-Phase, für etwa 20 % mehr Zeit.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>Neu berechnen</translation>
    </message>
    <message>
        <source>Channels last</source>
        <translation>Channels last</translation>
    </message>
    <message>
        <source>Memory layout of activations. The faster one on most devices.</source>
        <translation>Speicheranordnung der Aktivierungen. Auf den meisten Geräten die schnellere.</translation>
    </message>
    <message>
        <source>Changes rounding, not the method.</source>
        <translation>Ändert die Rundung, nicht das Verfahren.</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>Speicher voll</translation>
    </message>
    <message>
        <source>What an out-of-memory error does: repeat the step with a smaller micro-batch at the same effective batch, or stop.</source>
        <translation>Was bei vollem Speicher geschieht: den Schritt mit kleinerem Micro-Batch bei gleichem effektiven Batch wiederholen, oder anhalten.</translation>
    </message>
    <message>
        <source>Repeat smaller</source>
        <translation>Kleiner wiederholen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>May lower precision</source>
        <translation>Darf Genauigkeit senken</translation>
    </message>
    <message>
        <source>After an out-of-memory error the ladder may go from fp32 or TF32 to bf16, when nothing milder fits.</source>
        <translation>Nach einem vollen Speicher darf die Leiter von fp32 oder TF32 zu bf16 gehen, wenn nichts Milderes passt.</translation>
    </message>
    <message>
        <source>bf16 rounding; about half the activations.</source>
        <translation>Rundung auf bf16; etwa die Hälfte der Aktivierungen.</translation>
    </message>
    <message>
        <source>Optimiser in RAM</source>
        <translation>Optimierer im RAM</translation>
    </message>
    <message>
        <source>Keeps Adam&apos;s moments in host memory and brings them to the GPU parameter by parameter. Same result. No effect on the CPU.</source>
        <translation>Hält Adams Momente im Hauptspeicher und bringt sie Parameter für Parameter zur GPU. Gleiches Ergebnis. Auf der CPU ohne Wirkung.</translation>
    </message>
    <message>
        <source>Frees twice the bytes of the weights; costs the way there and back in every step.</source>
        <translation>Gibt doppelt so viele Bytes frei, wie die Gewichte haben; kostet in jedem Schritt den Weg hin und zurück.</translation>
    </message>
    <message>
        <source>Step timeline</source>
        <translation>Schritt-Zeitachse</translation>
    </message>
    <message>
        <source>Record each allocation of a step for the one-step timeline.</source>
        <translation>Jede Anforderung eines Schritts für die Zeitachse eines Schritts aufzeichnen.</translation>
    </message>
    <message>
        <source>Under 1 % of a step.</source>
        <translation>Unter 1 % eines Schritts.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Mirror images</source>
        <translation>Bilder spiegeln</translation>
    </message>
    <message>
        <source>Flip half of the pictures left to right.</source>
        <translation>Die Hälfte der Bilder von links nach rechts spiegeln.</translation>
    </message>
    <message>
        <source>Free. Doubles a small data set; wrong for text.</source>
        <translation>Kostenlos. Verdoppelt einen kleinen Datensatz; falsch bei Schrift.</translation>
    </message>
    <message>
        <source>Crop</source>
        <translation>Zuschnitt</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Stretch</source>
        <translation>Stauchen</translation>
    </message>
    <message>
        <source>Shapes variety</source>
        <translation>Vielfalt der Formen</translation>
    </message>
    <message>
        <source>Built-in shapes only: few colours and a close camera, all colours, or all colours, sizes and places.</source>
        <translation>Nur eingebaute Formen: wenige Farben und nahe Kamera, alle Farben, oder alle Farben, Größen und Orte.</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>Demo</translation>
    </message>
    <message>
        <source>Centred</source>
        <translation>Zentriert</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Voll</translation>
    </message>
    <message>
        <source>Shapes count</source>
        <translation>Anzahl der Formen</translation>
    </message>
    <message>
        <source>Built-in shapes only: how many pictures.</source>
        <translation>Nur eingebaute Formen: wie viele Bilder.</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>One channel instead of three.</source>
        <translation>Ein Kanal statt drei.</translation>
    </message>
    <message>
        <source>Data on the device</source>
        <translation>Daten auf dem Gerät</translation>
    </message>
    <message>
        <source>GPU: the packed pictures lie on the device as bytes, and batches are gathered there. Automatic does so where they take at most half of what tensors may hold and leave room for the steps. Never changes results.</source>
        <translation>GPU: die gepackten Bilder liegen als Bytes auf dem Gerät, und Batches werden dort zusammengestellt. Automatisch tut das, wo sie höchstens die Hälfte dessen nehmen, was Tensoren belegen dürfen, und Platz für die Schritte lassen. Ändert nie ein Ergebnis.</translation>
    </message>
    <message>
        <source>Saves the way of each batch to the device. When memory runs out they are the first to leave.</source>
        <translation>Spart den Weg jedes Batches zum Gerät. Wird der Speicher voll, gehen sie als Erste.</translation>
    </message>
    <message>
        <source>Loader threads</source>
        <translation>Lade-Threads</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Threads that decode pictures while the data set is packed. 0: all that the machine has. Never changes results.</source>
        <translation>Threads, die Bilder decodieren, während der Datensatz gepackt wird. 0: so viele, wie der Rechner hat. Ändern nie ein Ergebnis.</translation>
    </message>
    <message>
        <source>Bad files allowed</source>
        <translation>Erlaubte schlechte Dateien</translation>
    </message>
    <message>
        <source>The share of unreadable files above which the data set is refused.</source>
        <translation>Anteil unlesbarer Dateien, über dem der Datensatz abgelehnt wird.</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>G rate</source>
        <translation>Lernrate G</translation>
    </message>
    <message>
        <source>Adam&apos;s learning rate of the generator, or of a VQGAN&apos;s encoder, codes and decoder.</source>
        <translation>Adams Lernrate des Generators, oder von Encoder, Codes und Decoder eines VQGAN.</translation>
    </message>
    <message>
        <source>D rate</source>
        <translation>Lernrate D</translation>
    </message>
    <message>
        <source>Adam&apos;s learning rate of the discriminator.</source>
        <translation>Adams Lernrate des Diskriminators.</translation>
    </message>
    <message>
        <source>EMA half-life</source>
        <translation>EMA-Halbwertszeit</translation>
    </message>
    <message>
        <source>Half-life of the generator&apos;s (a VQGAN&apos;s) moving average, in images. 0 turns it off.</source>
        <translation>Halbwertszeit des gleitenden Mittels des Generators (eines VQGAN), in Bildern. 0 schaltet es aus.</translation>
    </message>
    <message>
        <source>One more copy of its weights.</source>
        <translation>Eine weitere Kopie seiner Gewichte.</translation>
    </message>
    <message>
        <source>Adam beta 1</source>
        <translation>Adam beta 1</translation>
    </message>
    <message>
        <source>Decay of the first moment.</source>
        <translation>Abklingen des ersten Moments.</translation>
    </message>
    <message>
        <source>Adam beta 2</source>
        <translation>Adam beta 2</translation>
    </message>
    <message>
        <source>Decay of the second moment.</source>
        <translation>Abklingen des zweiten Moments.</translation>
    </message>
    <message>
        <source>Clip gradients</source>
        <translation>Gradienten begrenzen</translation>
    </message>
    <message>
        <source>Largest norm of a network&apos;s gradient; larger ones are scaled down. 0 turns it off.</source>
        <translation>Größte Norm des Gradienten eines Netzes; größere werden herunterskaliert. 0 schaltet es aus.</translation>
    </message>
    <message>
        <source>D steps</source>
        <translation>D-Schritte</translation>
    </message>
    <message>
        <source>per G step</source>
        <translation>je G-Schritt</translation>
    </message>
    <message>
        <source>Discriminator steps per generator step, each on new images.</source>
        <translation>Schritte des Diskriminators je Schritt des Generators, jeder mit neuen Bildern.</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>Which network learns.</source>
        <translation>Welches Netz lernt.</translation>
    </message>
    <message>
        <source>D and G</source>
        <translation>D und G</translation>
    </message>
    <message>
        <source>D only</source>
        <translation>Nur D</translation>
    </message>
    <message>
        <source>G only</source>
        <translation>Nur G</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>The game that D and G play, on logits. WGAN-GP needs a D without batch norm.</source>
        <translation>Das Spiel zwischen D und G, auf Logits. WGAN-GP braucht ein D ohne Batch-Norm.</translation>
    </message>
    <message>
        <source>WGAN-GP adds a penalty pass with second derivatives: more memory and time.</source>
        <translation>WGAN-GP fügt einen Durchgang mit zweiten Ableitungen hinzu: mehr Speicher und Zeit.</translation>
    </message>
    <message>
        <source>BCE (classic)</source>
        <translation>BCE (klassisch)</translation>
    </message>
    <message>
        <source>Hinge</source>
        <translation>Hinge</translation>
    </message>
    <message>
        <source>Least squares</source>
        <translation>Kleinste Quadrate</translation>
    </message>
    <message>
        <source>WGAN-GP</source>
        <translation>WGAN-GP</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>Label-Smoothing</translation>
    </message>
    <message>
        <source>One-sided: real images count as 1 minus this. BCE only. Keeps D from winning at once.</source>
        <translation>Einseitig: echte Bilder zählen als 1 minus dies. Nur BCE. Hindert D daran, sofort zu gewinnen.</translation>
    </message>
    <message>
        <source>Instance noise</source>
        <translation>Instanzrauschen</translation>
    </message>
    <message>
        <source>Standard deviation of noise on all that D sees.</source>
        <translation>Standardabweichung des Rauschens auf allem, was D sieht.</translation>
    </message>
    <message>
        <source>GP weight</source>
        <translation>GP-Gewicht</translation>
    </message>
    <message>
        <source>Weight of WGAN-GP&apos;s gradient penalty.</source>
        <translation>Gewicht des Gradientenstrafterms von WGAN-GP.</translation>
    </message>
    <message>
        <source>R1 gamma</source>
        <translation>R1 gamma</translation>
    </message>
    <message>
        <source>Strength of the R1 penalty on real images; 0 turns it off.</source>
        <translation>Stärke des R1-Terms auf echten Bildern; 0 schaltet ihn aus.</translation>
    </message>
    <message>
        <source>A pass with second derivatives every few steps.</source>
        <translation>Alle paar Schritte ein Durchgang mit zweiten Ableitungen.</translation>
    </message>
    <message>
        <source>R1 every</source>
        <translation>R1 alle</translation>
    </message>
    <message>
        <source>Augment colour</source>
        <translation>Farbe augmentieren</translation>
    </message>
    <message>
        <source>DiffAugment: random brightness, saturation and contrast on all that D sees. For small data sets.</source>
        <translation>DiffAugment: zufällige Helligkeit, Sättigung und Kontrast auf allem, was D sieht. Für kleine Datensätze.</translation>
    </message>
    <message>
        <source>Augment shift</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>DiffAugment: random shift by up to an eighth on all that D sees.</source>
        <translation>DiffAugment: zufällige Verschiebung um bis zu ein Achtel auf allem, was D sieht.</translation>
    </message>
    <message>
        <source>Augment cutout</source>
        <translation>Cutout</translation>
    </message>
    <message>
        <source>DiffAugment: a random square of half the side is blanked on all that D sees.</source>
        <translation>DiffAugment: ein zufälliges Quadrat mit halber Seite ist in allem leer, was D sieht.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>G width</source>
        <translation>Breite G</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Channels of the generator&apos;s last hidden layer; each layer before has twice as many.</source>
        <translation>Kanäle der letzten verborgenen Schicht des Generators; jede Schicht davor hat doppelt so viele.</translation>
    </message>
    <message>
        <source>Weights grow with the square.</source>
        <translation>Gewichte wachsen quadratisch.</translation>
    </message>
    <message>
        <source>D width</source>
        <translation>Breite D</translation>
    </message>
    <message>
        <source>Channels of the discriminator&apos;s first layer; each layer after has twice as many.</source>
        <translation>Kanäle der ersten Schicht des Diskriminators; jede weitere Schicht hat doppelt so viele.</translation>
    </message>
    <message>
        <source>Width cap</source>
        <translation>Breitengrenze</translation>
    </message>
    <message>
        <source>No layer gets wider than this. 0 means no cap.</source>
        <translation>Keine Schicht wird breiter. 0 heißt keine Grenze.</translation>
    </message>
    <message>
        <source>Latent size</source>
        <translation>Latentgröße</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Length of the random vector that becomes a picture.</source>
        <translation>Länge des zufälligen Vektors, der ein Bild wird.</translation>
    </message>
    <message>
        <source>Convolutions</source>
        <translation>Faltungen</translation>
    </message>
    <message>
        <source>Depthwise-separable layers have far fewer weights.</source>
        <translation>Depthwise-separable Schichten haben weit weniger Gewichte.</translation>
    </message>
    <message>
        <source>Weights shrink to about an eighth; activations grow a little.</source>
        <translation>Gewichte schrumpfen auf etwa ein Achtel; Aktivierungen wachsen ein wenig.</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Depthwise-separable</source>
        <translation>Depthwise-separabel</translation>
    </message>
    <message>
        <source>G norm</source>
        <translation>Norm G</translation>
    </message>
    <message>
        <source>Normalisation in the generator.</source>
        <translation>Normalisierung im Generator.</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>Instance</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>D norm</source>
        <translation>Norm D</translation>
    </message>
    <message>
        <source>Normalisation in the discriminator. WGAN-GP needs Instance or None.</source>
        <translation>Normalisierung im Diskriminator. WGAN-GP braucht Instance oder Keine.</translation>
    </message>
    <message>
        <source>Spectral norm</source>
        <translation>Spektralnorm</translation>
    </message>
    <message>
        <source>Divides D&apos;s weights by their largest singular value, which bounds its slope.</source>
        <translation>Teilt die Gewichte von D durch ihren größten Singulärwert, was seine Steigung begrenzt.</translation>
    </message>
    <message>
        <source>Synchronised batch norm</source>
        <translation>Synchronisierte Batch-Norm</translation>
    </message>
    <message>
        <source>With several processes a batch norm sees the pictures of all processes at once, as if the micro-batch were so many times larger. That is another training than one process&apos;s; off, the processes compute the very same.</source>
        <translation>Bei mehreren Prozessen sieht eine Batch-Norm die Bilder aller Prozesse zugleich, als wäre der Micro-Batch so viel größer. Das ist ein anderes Training als das eines einzelnen; aus, und die Prozesse berechnen genau dasselbe.</translation>
    </message>
    <message>
        <source>Two exchanges for each batch norm and pass.</source>
        <translation>Zwei Austausche für jede Batch-Norm und jeden Durchgang.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>What the run is about.</source>
        <translation>Worum es im Lauf geht.</translation>
    </message>
    <message>
        <source>VQGAN-CLIP</source>
        <translation>VQGAN-CLIP</translation>
    </message>
    <message>
        <source>VQGAN</source>
        <translation>VQGAN</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Total optimiser steps. 0: until stopped.</source>
        <translation>Optimiererschritte insgesamt. 0: bis angehalten wird.</translation>
    </message>
    <message>
        <source>Preview every</source>
        <translation>Vorschau alle</translation>
    </message>
    <message>
        <source>Steps between sample grids or reconstructions. Drawn with the moving average too, in eval mode.</source>
        <translation>Schritte zwischen Sample-Rastern oder Rekonstruktionen. Auch mit dem gleitenden Mittel gezeichnet, im Eval-Modus.</translation>
    </message>
    <message>
        <source>One forward pass each time.</source>
        <translation>Jedes Mal ein Vorwärtsdurchgang.</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>Checkpoint alle</translation>
    </message>
    <message>
        <source>Steps between checkpoints. 0: only at the end.</source>
        <translation>Schritte zwischen Checkpoints. 0: nur am Ende.</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>Behaltene Checkpoints</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Older ones are deleted, the best one never.</source>
        <translation>Ältere werden gelöscht, der beste nie.</translation>
    </message>
    <message>
        <source>Preview pictures</source>
        <translation>Bilder der Vorschau</translation>
    </message>
    <message>
        <source>Pictures in the fixed-latent grid.</source>
        <translation>Bilder im Raster der festen Latents.</translation>
    </message>
    <message>
        <source>Truncation</source>
        <translation>Truncation</translation>
    </message>
    <message>
        <source>Scale of the latents of sampled pictures: below 1 safer, less varied.</source>
        <translation>Skalierung der Latents der Samples: unter 1 sicherer, weniger vielfältig.</translation>
    </message>
    <message>
        <source>Images limit</source>
        <translation>Höchstzahl Bilder</translation>
    </message>
    <message>
        <source>Stop after so many real images. 0: no limit.</source>
        <translation>Nach so vielen echten Bildern anhalten. 0: keine Grenze.</translation>
    </message>
    <message>
        <source>Epochs limit</source>
        <translation>Höchstzahl Epochen</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Stop after so many passes over the data set. 0: no limit.</source>
        <translation>Nach so vielen Durchgängen durch den Datensatz anhalten. 0: keine Grenze.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>auto, cpu, or a GPU such as cuda:0.</source>
        <translation>auto, cpu oder eine GPU wie cuda:0.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>CPU threads of the tensor library. 0: automatic, measured now and then. A fixed number promises identical bits.</source>
        <translation>CPU-Threads der Tensorbibliothek. 0: automatisch, ab und zu gemessen. Eine feste Zahl verspricht gleiche Bits.</translation>
    </message>
    <message>
        <source>cuDNN benchmark</source>
        <translation>cuDNN-Benchmark</translation>
    </message>
    <message>
        <source>GPU: cuDNN tries its algorithms on each new shape and keeps the fastest. Off: it chooses by rules.</source>
        <translation>GPU: cuDNN probiert bei jeder neuen Form seine Algorithmen aus und behält den schnellsten. Aus: es wählt nach Regeln.</translation>
    </message>
    <message>
        <source>The first step of each shape takes longer, and a faster algorithm may take a larger workspace, which is counted.</source>
        <translation>Der erste Schritt jeder Form dauert länger, und ein schnellerer Algorithmus braucht vielleicht mehr Arbeitsspeicher, der mitgezählt wird.</translation>
    </message>
    <message>
        <source>Use cuDNN</source>
        <translation>cuDNN verwenden</translation>
    </message>
    <message>
        <source>GPU: convolutions and batch norms by cuDNN. Off: by LibTorch&apos;s own kernels, to find a fault.</source>
        <translation>GPU: Faltungen und Batch-Norms durch cuDNN. Aus: durch LibTorchs eigene Kernel, zur Fehlersuche.</translation>
    </message>
    <message>
        <source>Without cuDNN convolutions unfold their pictures: several times slower and larger.</source>
        <translation>Ohne cuDNN falten Faltungen ihre Bilder auf: mehrfach langsamer und größer.</translation>
    </message>
    <message>
        <source>Exact kernels</source>
        <translation>Exakte Kernel</translation>
    </message>
    <message>
        <source>CPU: all convolutions are the library&apos;s direct sums. Off: convolutions of 3x3 and 4x4 pixels take fewer products (Winograd) where that pays, which rounds up to twice (bf16) or four times (fp32) as much. Matrices are multiplied, and attention of short sequences is computed, by kernels that use all of the processor&apos;s vectors.</source>
        <translation>CPU: Alle Faltungen sind direkte Summen der Bibliothek. Aus: Faltungen von 3x3 und 4x4 Pixeln brauchen weniger Produkte (Winograd), wo sich das lohnt, und runden bis zu doppelt (bf16) oder viermal (fp32) so stark. Matrizen und die Attention kurzer Folgen berechnen Kernel, die alle Vektoren des Prozessors nutzen.</translation>
    </message>
    <message>
        <source>Slower.</source>
        <translation>Langsamer.</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>Deterministisch</translation>
    </message>
    <message>
        <source>GPU: only algorithms that give the same bits each time. An operation that has none is named in the log. Turns cuDNN&apos;s benchmark off.</source>
        <translation>GPU: nur Algorithmen, die jedes Mal gleiche Bits ergeben. Eine Operation ohne einen solchen steht im Protokoll. Schaltet cuDNNs Benchmark aus.</translation>
    </message>
    <message>
        <source>Somewhat slower. On the CPU a fixed number of threads promises the same.</source>
        <translation>Etwas langsamer. Auf der CPU verspricht eine feste Zahl von Threads dasselbe.</translation>
    </message>
    <message>
        <source>Ordered sums</source>
        <translation>Geordnete Summen</translation>
    </message>
    <message>
        <source>Several processes of a run add up gradients in the order of one process, which gives the same bits as one.</source>
        <translation>Mehrere Prozesse eines Laufs addieren Gradienten in der Reihenfolge eines einzigen, was gleiche Bits ergibt.</translation>
    </message>
    <message>
        <source>With several processes: more time, and each keeps the gradients of each of its micro-batches.</source>
        <translation>Bei mehreren Prozessen: mehr Zeit, und jeder behält die Gradienten jedes seiner Micro-Batches.</translation>
    </message>
    <message>
        <source>Paints a picture from words: a VQGAN&apos;s codes, judged by CLIP.</source>
        <translation>Malt ein Bild aus Worten: Codes eines VQGAN, beurteilt von CLIP.</translation>
    </message>
    <message>
        <source>iteration</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>Durchläufe</translation>
    </message>
    <message>
        <source>sim.</source>
        <translation>Ähnl.</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>What to paint. | separates prompts, ^ the phrases of a story; :weight and :stop may follow each; a weight below 0 pushes away.</source>
        <translation>Was gemalt werden soll. | trennt Prompts, ^ die Sätze einer Geschichte; :Gewicht und :Stopp können je folgen; ein Gewicht unter 0 schiebt weg.</translation>
    </message>
    <message>
        <source>Picture prompts</source>
        <translation>Bild-Prompts</translation>
    </message>
    <message>
        <source>Pictures to resemble, as paths in the same form.</source>
        <translation>Bilder, denen es ähneln soll, als Pfade in derselben Form.</translation>
    </message>
    <message>
        <source>Noise prompts</source>
        <translation>Rausch-Prompts</translation>
    </message>
    <message>
        <source>Random directions to follow, as seed:weight in the same form.</source>
        <translation>Zufällige Richtungen, denen gefolgt wird, als Seed:Gewicht in derselben Form.</translation>
    </message>
    <message>
        <source>Story pace</source>
        <translation>Erzähltempo</translation>
    </message>
    <message>
        <source>Iterations per phrase of a story. 0: the first phrase alone.</source>
        <translation>Durchläufe je Satz einer Geschichte. 0: nur der erste Satz.</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Best match</source>
        <translation>Passendstes</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Grain</source>
        <translation>Körnung</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Start picture</source>
        <translation>Startbild</translation>
    </message>
    <message>
        <source>The picture to begin with.</source>
        <translation>Das Bild, mit dem begonnen wird.</translation>
    </message>
    <message>
        <source>Each picture in it (PNG, JPEG, WebP, GIF), in the order of the names and their numbers, is painted on in turn. The results are in the run&apos;s frames folder, under the same names. The run ends with the last one; continued, it takes those that have come since.</source>
        <translation>Auf jedem Bild darin (PNG, JPEG, WebP, GIF) wird in der Reihenfolge der Namen und ihrer Nummern gemalt. Die Ergebnisse stehen im Ordner frames des Laufs, unter denselben Namen. Der Lauf endet mit dem letzten; fortgesetzt nimmt er, was seither gekommen ist.</translation>
    </message>
    <message>
        <source>Per picture</source>
        <translation>Je Bild</translation>
    </message>
    <message>
        <source>Iterations for each picture of the folder. Rate drops, stories, motion and the hold begin anew with each, and so do the random numbers.</source>
        <translation>Durchläufe für jedes Bild des Ordners. Ratensenkungen, Geschichten, Bewegung und Festhalten beginnen mit jedem neu, die Zufallszahlen auch.</translation>
    </message>
    <message>
        <source>Time grows in proportion.</source>
        <translation>Die Zeit wächst proportional.</translation>
    </message>
    <message>
        <source>Blend</source>
        <translation>Überblenden</translation>
    </message>
    <message>
        <source>How much of the last result is mixed into the next start. 0: none; 0.3 makes films calmer.</source>
        <translation>Wie viel vom letzten Ergebnis in den nächsten Beginn gemischt wird. 0: nichts; 0.3 macht Filme ruhiger.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Rounded down to whole cells of the VQGAN, 8 or 16 pixels. A change keeps the picture, enlarged or reduced.</source>
        <translation>Auf ganze Zellen des VQGAN abgerundet, 8 oder 16 Pixel. Eine Änderung behält das Bild, vergrößert oder verkleinert.</translation>
    </message>
    <message>
        <source>Memory and time grow with the number of pixels.</source>
        <translation>Speicher und Zeit wachsen mit der Zahl der Pixel.</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Rounded down to whole cells of the VQGAN. A change keeps the picture, enlarged or reduced.</source>
        <translation>Auf ganze Zellen des VQGAN abgerundet. Eine Änderung behält das Bild, vergrößert oder verkleinert.</translation>
    </message>
    <message>
        <source>Cutouts</source>
        <translation>Ausschnitte</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>cutouts</source>
        <translation>Ausschnitte</translation>
    </message>
    <message>
        <source>Random cutouts of the picture that CLIP judges in each iteration. More: steadier, slower.</source>
        <translation>Zufällige Ausschnitte des Bildes, die CLIP in jedem Durchlauf beurteilt. Mehr: ruhiger, langsamer.</translation>
    </message>
    <message>
        <source>Time grows in proportion; memory does not when they are taken in chunks.</source>
        <translation>Die Zeit wächst proportional; der Speicher nicht, wenn sie in Stücken genommen werden.</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Stück</translation>
    </message>
    <message>
        <source>Cutouts that pass CLIP at a time. 0: all. The result does not depend on it.</source>
        <translation>Ausschnitte, die zugleich durch CLIP gehen. 0: alle. Das Ergebnis hängt nicht davon ab.</translation>
    </message>
    <message>
        <source>CLIP&apos;s activations shrink in proportion.</source>
        <translation>CLIPs Aktivierungen schrumpfen proportional.</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Latest and Updated, pooled: the whole picture, pooled and warped. The others: crops of random size.</source>
        <translation>Latest und Updated, gepoolt: das ganze Bild, gepoolt und verzerrt. Die anderen: Ausschnitte zufälliger Größe.</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Latest</translation>
    </message>
    <message>
        <source>Updated, pooled</source>
        <translation>Updated, gepoolt</translation>
    </message>
    <message>
        <source>Updated, chosen</source>
        <translation>Updated, gewählt</translation>
    </message>
    <message>
        <source>Updated</source>
        <translation>Updated</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Crops, pooled</source>
        <translation>Crops, gepoolt</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Random changes of the cutouts, in the order in which they were chosen. The methods Original, Updated and Updated, pooled have their own instead.</source>
        <translation>Zufällige Änderungen der Ausschnitte, in der Reihenfolge der Wahl. Die Verfahren Original, Updated und Updated, gepoolt haben stattdessen ihre eigenen.</translation>
    </message>
    <message>
        <source>Affine</source>
        <translation>Affin</translation>
    </message>
    <message>
        <source>Turned by up to 15 degrees, moved and sheared a little.</source>
        <translation>Um bis zu 15 Grad gedreht, ein wenig verschoben und geschert.</translation>
    </message>
    <message>
        <source>Perspective</source>
        <translation>Perspektive</translation>
    </message>
    <message>
        <source>The corners pulled inwards, as seen from the side.</source>
        <translation>Die Ecken nach innen gezogen, wie von der Seite gesehen.</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Brightness, contrast, saturation and hue shifted.</source>
        <translation>Helligkeit, Kontrast, Sättigung und Farbton verschoben.</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>A rectangle of a tenth to four tenths blanked, the same in all cutouts.</source>
        <translation>Ein Rechteck von einem bis vier Zehnteln leer, in allen Ausschnitten dasselbe.</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Drehen</translation>
    </message>
    <message>
        <source>Turned by up to 15 degrees.</source>
        <translation>Um bis zu 15 Grad gedreht.</translation>
    </message>
    <message>
        <source>Soften</source>
        <translation>Weichzeichnen</translation>
    </message>
    <message>
        <source>Softened or sharpened a little.</source>
        <translation>Ein wenig weichgezeichnet oder geschärft.</translation>
    </message>
    <message>
        <source>Random noise on every pixel.</source>
        <translation>Zufälliges Rauschen auf jedem Pixel.</translation>
    </message>
    <message>
        <source>Elastic</source>
        <translation>Elastisch</translation>
    </message>
    <message>
        <source>Bent here and there, as if painted on rubber.</source>
        <translation>Hier und da verbogen, wie auf Gummi gemalt.</translation>
    </message>
    <message>
        <source>Bend</source>
        <translation>Biegen</translation>
    </message>
    <message>
        <source>Bent as a whole, as a sheet pulled at five points.</source>
        <translation>Als Ganzes verbogen, wie ein an fünf Punkten gezogenes Blatt.</translation>
    </message>
    <message>
        <source>A crop of the whole: without effect, kept for the original&apos;s lists.</source>
        <translation>Ein Ausschnitt des Ganzen: ohne Wirkung, für die Listen des Originals behalten.</translation>
    </message>
    <message>
        <source>Crop, resize</source>
        <translation>Teil vergrößern</translation>
    </message>
    <message>
        <source>A random part, enlarged to the whole.</source>
        <translation>Ein zufälliger Teil, auf das Ganze vergrößert.</translation>
    </message>
    <message>
        <source>Crop power</source>
        <translation>Ausschnittspotenz</translation>
    </message>
    <message>
        <source>Above 1 crops get smaller, below 1 larger. For the methods that crop.</source>
        <translation>Über 1 werden Ausschnitte kleiner, unter 1 größer. Für die Verfahren, die ausschneiden.</translation>
    </message>
    <message>
        <source>Largest strength of the noise on a cutout.</source>
        <translation>Größte Stärke des Rauschens auf einem Ausschnitt.</translation>
    </message>
    <message>
        <source>As the original</source>
        <translation>Wie das Original</translation>
    </message>
    <message>
        <source>Repeats the known slips of the original scripts, for pictures that match theirs.</source>
        <translation>Wiederholt die bekannten Fehler der ursprünglichen Skripte, für Bilder, die ihren gleichen.</translation>
    </message>
    <message>
        <source>What moves the picture&apos;s codes. A change begins its memory anew.</source>
        <translation>Was die Codes des Bildes bewegt. Eine Änderung beginnt sein Gedächtnis neu.</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>Adagrad</source>
        <translation>Adagrad</translation>
    </message>
    <message>
        <source>Adamax</source>
        <translation>Adamax</translation>
    </message>
    <message>
        <source>RAdam</source>
        <translation>RAdam</translation>
    </message>
    <message>
        <source>RMSprop</source>
        <translation>RMSprop</translation>
    </message>
    <message>
        <source>DiffGrad</source>
        <translation>DiffGrad</translation>
    </message>
    <message>
        <source>AdamP</source>
        <translation>AdamP</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>How far each iteration moves. Large: bold and restless; small: fine.</source>
        <translation>Wie weit jeder Durchlauf geht. Groß: kühn und unruhig; klein: fein.</translation>
    </message>
    <message>
        <source>Rate drops</source>
        <translation>Ratensenkungen</translation>
    </message>
    <message>
        <source>Per cents of the iterations at which the rate is divided by ten, such as 75 or 50 90.</source>
        <translation>Prozent der Durchläufe, bei denen die Rate durch zehn geteilt wird, etwa 75 oder 50 90.</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>Festhalten</translation>
    </message>
    <message>
        <source>How strongly the picture is held near where it began, until other prompts are wanted.</source>
        <translation>Wie stark das Bild nah an seinem Beginn gehalten wird, bis andere Prompts gewünscht sind.</translation>
    </message>
    <message>
        <source>Hold to</source>
        <translation>Festhalten an</translation>
    </message>
    <message>
        <source>The start, fading; or zero, as two of the well-known scripts do.</source>
        <translation>Der Beginn, verblassend; oder null, wie es zwei der bekannten Skripte tun.</translation>
    </message>
    <message>
        <source>The start</source>
        <translation>Dem Beginn</translation>
    </message>
    <message>
        <source>Zero, ever less</source>
        <translation>Null, immer weniger</translation>
    </message>
    <message>
        <source>Zero, in steps</source>
        <translation>Null, in Stufen</translation>
    </message>
    <message>
        <source>Hold for</source>
        <translation>Festhalten für</translation>
    </message>
    <message>
        <source>Until the hold has faded to nothing (the start), or per fifth of it (in steps).</source>
        <translation>Bis das Festhalten verblasst ist (der Beginn), oder je Fünftel davon (in Stufen).</translation>
    </message>
    <message>
        <source>Smooth codes</source>
        <translation>Codes glätten</translation>
    </message>
    <message>
        <source>Weight of the latent&apos;s total variation.</source>
        <translation>Gewicht der totalen Variation des Latents.</translation>
    </message>
    <message>
        <source>Smooth picture</source>
        <translation>Bild glätten</translation>
    </message>
    <message>
        <source>Weight of the picture&apos;s total variation.</source>
        <translation>Gewicht der totalen Variation des Bildes.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Move every</source>
        <translation>Bewegen alle</translation>
    </message>
    <message>
        <source>Iterations per frame of an animation: the picture is moved and painted on. 0: no motion.</source>
        <translation>Durchläufe je Bild einer Animation: das Bild wird bewegt und weitergemalt. 0: keine Bewegung.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>The first iteration that moves.</source>
        <translation>Der erste Durchlauf, der bewegt.</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>Scale per frame: above 1 inwards, below 1 outwards.</source>
        <translation>Skalierung je Bild: über 1 hinein, unter 1 heraus.</translation>
    </message>
    <message>
        <source>degrees</source>
        <translation>Grad</translation>
    </message>
    <message>
        <source>Per frame, about the middle.</source>
        <translation>Je Bild, um die Mitte.</translation>
    </message>
    <message>
        <source>Shift right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>Per frame; what leaves comes in again on the other side.</source>
        <translation>Je Bild; was hinausgeht, kommt auf der anderen Seite wieder herein.</translation>
    </message>
    <message>
        <source>Shift down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>Überlagern</translation>
    </message>
    <message>
        <source>A picture that is laid over the painted one now and then; where it is transparent, the painted one stays.</source>
        <translation>Ein Bild, das ab und zu über das gemalte gelegt wird; wo es durchsichtig ist, bleibt das gemalte.</translation>
    </message>
    <message>
        <source>Every</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Iterations between overlays. 0: never.</source>
        <translation>Durchläufe zwischen Überlagerungen. 0: nie.</translation>
    </message>
    <message>
        <source>First at</source>
        <translation>Zuerst bei</translation>
    </message>
    <message>
        <source>The first iteration of an overlay.</source>
        <translation>Der erste Durchlauf mit Überlagerung.</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>The iteration from which there are no more. 0: to the end.</source>
        <translation>Der Durchlauf, ab dem es keine mehr gibt. 0: bis zum Ende.</translation>
    </message>
    <message>
        <source>Cover</source>
        <translation>Deckkraft</translation>
    </message>
    <message>
        <source>How much it covers the painted picture; 1: wholly.</source>
        <translation>Wie sehr es das gemalte Bild deckt; 1: ganz.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Weights of the VQGAN that paints. Empty: the built-in one, for the built-in shapes.</source>
        <translation>Gewichte des VQGAN, das malt. Leer: das eingebaute, für die eingebauten Formen.</translation>
    </message>
    <message>
        <source>VQGAN&apos;s yaml</source>
        <translation>yaml des VQGAN</translation>
    </message>
    <message>
        <source>Its description. Empty: what lies beside the weights, or the tensors&apos; shapes.</source>
        <translation>Seine Beschreibung. Leer: was neben den Gewichten liegt, oder die Formen der Tensoren.</translation>
    </message>
    <message>
        <source>CLIP</source>
        <translation>CLIP</translation>
    </message>
    <message>
        <source>Weights of the CLIP that judges; several, separated by |, judge together. Empty: the built-in one.</source>
        <translation>Gewichte des CLIP, das urteilt; mehrere, mit | getrennt, urteilen zusammen. Leer: das eingebaute.</translation>
    </message>
    <message>
        <source>Costs about a third more time.</source>
        <translation>Kostet etwa ein Drittel mehr Zeit.</translation>
    </message>
    <message>
        <source>What an out-of-memory error does: repeat the iteration with fewer cutouts at a time, with the same result, or stop.</source>
        <translation>Was bei vollem Speicher geschieht: den Durchlauf mit weniger Ausschnitten zugleich wiederholen, mit gleichem Ergebnis, oder anhalten.</translation>
    </message>
    <message>
        <source>Memory timeline</source>
        <translation>Speicher-Zeitachse</translation>
    </message>
    <message>
        <source>Record each allocation of an iteration for the timeline of one iteration.</source>
        <translation>Jede Anforderung eines Durchlaufs für die Zeitachse eines Durchlaufs aufzeichnen.</translation>
    </message>
    <message>
        <source>Under 1 % of an iteration.</source>
        <translation>Unter 1 % eines Durchlaufs.</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Durchläufe</translation>
    </message>
    <message>
        <source>Total iterations. 0: until stopped.</source>
        <translation>Durchläufe insgesamt. 0: bis angehalten wird.</translation>
    </message>
    <message>
        <source>Keep every</source>
        <translation>Behalten alle</translation>
    </message>
    <message>
        <source>Iterations between the pictures that are kept in the run&apos;s folder, the last one always. The window shows all the time what is painted.</source>
        <translation>Durchläufe zwischen den Bildern, die im Ordner des Laufs behalten werden, das letzte immer. Das Fenster zeigt die ganze Zeit, was gemalt wird.</translation>
    </message>
    <message>
        <source>A picture file each time.</source>
        <translation>Jedes Mal eine Bilddatei.</translation>
    </message>
    <message>
        <source>Iterations between checkpoints. 0: only at the end.</source>
        <translation>Durchläufe zwischen Checkpoints. 0: nur am Ende.</translation>
    </message>
    <message>
        <source>An autoencoder whose pictures are small grids of learnt codes: stage 1, for text to image.</source>
        <translation>Ein Autoencoder, dessen Bilder kleine Raster gelernter Codes sind: Stufe 1, für Text zu Bild.</translation>
    </message>
    <message>
        <source>L1</source>
        <translation>L1</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Channels at full resolution; each level has its multiple of them. Multiples of 32, for the norms&apos; groups.</source>
        <translation>Kanäle bei voller Auflösung; jede Ebene hat ihr Vielfaches davon. Vielfache von 32, wegen der Gruppen der Norms.</translation>
    </message>
    <message>
        <source>Weights grow with the square, activations in proportion.</source>
        <translation>Gewichte wachsen quadratisch, Aktivierungen proportional.</translation>
    </message>
    <message>
        <source>Multipliers</source>
        <translation>Multiplikatoren</translation>
    </message>
    <message>
        <source>Width of each level as a multiple of net.base, full resolution first. Each level after the first halves the side: five levels make codes of 16 px.</source>
        <translation>Breite jeder Ebene als Vielfaches von net.base, volle Auflösung zuerst. Jede Ebene nach der ersten halbiert die Seite: fünf Ebenen ergeben Codes von 16 px.</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>per level</source>
        <translation>je Ebene</translation>
    </message>
    <message>
        <source>Residual blocks per level of the encoder; the decoder has one more.</source>
        <translation>Residualblöcke je Ebene des Encoders; der Decoder hat einen mehr.</translation>
    </message>
    <message>
        <source>Time and activations grow in proportion.</source>
        <translation>Zeit und Aktivierungen wachsen proportional.</translation>
    </message>
    <message>
        <source>Patch</source>
        <translation>Patch</translation>
    </message>
    <message>
        <source>Squares of so many pixels are laid into channels first, so that nothing computes at full resolution. 1: as the original networks.</source>
        <translation>Quadrate von so vielen Pixeln werden zuerst in Kanäle gelegt, so dass nichts bei voller Auflösung rechnet. 1: wie die ursprünglichen Netze.</translation>
    </message>
    <message>
        <source>A fraction of time and memory; coarser detail.</source>
        <translation>Ein Bruchteil von Zeit und Speicher; gröbere Einzelheiten.</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>Entries of the codebook.</source>
        <translation>Einträge des Codebuchs.</translation>
    </message>
    <message>
        <source>Code width</source>
        <translation>Codebreite</translation>
    </message>
    <message>
        <source>Numbers per code.</source>
        <translation>Zahlen je Code.</translation>
    </message>
    <message>
        <source>Latent channels</source>
        <translation>Latentkanäle</translation>
    </message>
    <message>
        <source>Channels that the encoder ends with, before they are projected to codes.</source>
        <translation>Kanäle, mit denen der Encoder endet, bevor auf Codes projiziert wird.</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Sides of the levels that attend, for pictures of net.resolution. Empty: only the middle does.</source>
        <translation>Seiten der Ebenen mit Attention, für Bilder von net.resolution. Leer: nur die Mitte.</translation>
    </message>
    <message>
        <source>Grows with the fourth power of the side.</source>
        <translation>Wächst mit der vierten Potenz der Seite.</translation>
    </message>
    <message>
        <source>Attention at</source>
        <translation>Attention bei</translation>
    </message>
    <message>
        <source>Side of the pictures that net.attention speaks of. It changes nothing else: pictures may have any side.</source>
        <translation>Seite der Bilder, von denen net.attention spricht. Sonst ändert sie nichts: Bilder dürfen jede Seite haben.</translation>
    </message>
    <message>
        <source>Gumbel codes</source>
        <translation>Gumbel-Codes</translation>
    </message>
    <message>
        <source>Codes are drawn by their probability instead of taken as the nearest.</source>
        <translation>Codes werden nach Wahrscheinlichkeit gezogen statt als nächste genommen.</translation>
    </message>
    <message>
        <source>D layers</source>
        <translation>D-Schichten</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Layers of the patch discriminator between the first and the last. More see larger patches.</source>
        <translation>Schichten des Patch-Diskriminators zwischen der ersten und der letzten. Mehr sehen größere Ausschnitte.</translation>
    </message>
    <message>
        <source>Weight of the mean absolute difference of pixels.</source>
        <translation>Gewicht der mittleren absoluten Differenz der Pixel.</translation>
    </message>
    <message>
        <source>SSIM</source>
        <translation>SSIM</translation>
    </message>
    <message>
        <source>Weight of 1 - SSIM, the similarity of local structure. It stands in for the perceptual loss: with loss.perceptual_file it is not used.</source>
        <translation>Gewicht von 1 - SSIM, der Ähnlichkeit der lokalen Struktur. Steht für den Perceptual Loss: mit loss.perceptual_file wird es nicht benutzt.</translation>
    </message>
    <message>
        <source>Perceptual weights</source>
        <translation>Perceptual-Gewichte</translation>
    </message>
    <message>
        <source>File with VGG16 and LPIPS weights (a VQGAN&apos;s training checkpoint has both), or two files separated by |. Empty: SSIM instead.</source>
        <translation>Datei mit Gewichten von VGG16 und LPIPS (ein Trainings-Checkpoint eines VQGAN hat beide), oder zwei Dateien, mit | getrennt. Leer: stattdessen SSIM.</translation>
    </message>
    <message>
        <source>Two passes of VGG16 more per step and its 59 MB.</source>
        <translation>Zwei Durchgänge von VGG16 mehr je Schritt und dessen 59 MB.</translation>
    </message>
    <message>
        <source>Perceptual</source>
        <translation>Perceptual</translation>
    </message>
    <message>
        <source>Weight of LPIPS, the distance of VGG16&apos;s features. Counts only with loss.perceptual_file.</source>
        <translation>Gewicht von LPIPS, dem Abstand der Merkmale von VGG16. Zählt nur mit loss.perceptual_file.</translation>
    </message>
    <message>
        <source>Adversarial</source>
        <translation>Adversarial</translation>
    </message>
    <message>
        <source>Weight of what the discriminator says, times the adaptive weight. 0: it is neither asked nor trained.</source>
        <translation>Gewicht dessen, was der Diskriminator sagt, mal das adaptive Gewicht. 0: er wird weder gefragt noch trainiert.</translation>
    </message>
    <message>
        <source>Adversarial from</source>
        <translation>Adversarial ab</translation>
    </message>
    <message>
        <source>Images after which the discriminator takes part. Until then it costs nothing.</source>
        <translation>Bilder, nach denen der Diskriminator mitwirkt. Bis dahin kostet er nichts.</translation>
    </message>
    <message>
        <source>Adaptive weight up to</source>
        <translation>Adaptives Gewicht bis</translation>
    </message>
    <message>
        <source>Largest value of the adaptive weight: the ratio of the two losses&apos; gradients at the decoder&apos;s last layer. Each micro-batch has its own, so k micro-batches of b learn exactly as one of k x b only while the discriminator has no part or this limit holds it back; otherwise nearly.</source>
        <translation>Größter Wert des adaptiven Gewichts: des Verhältnisses der Gradienten beider Losses an der letzten Schicht des Decoders. Jeder Micro-Batch hat sein eigenes, also lernen k Micro-Batches von b nur dann genau wie einer von k x b, solange der Diskriminator nicht mitwirkt oder diese Grenze ihn zurückhält; sonst beinahe.</translation>
    </message>
    <message>
        <source>Codebook</source>
        <translation>Codebuch</translation>
    </message>
    <message>
        <source>Weight of what draws latents and codes together.</source>
        <translation>Gewicht dessen, was Latents und Codes zueinander zieht.</translation>
    </message>
    <message>
        <source>Commitment</source>
        <translation>Commitment</translation>
    </message>
    <message>
        <source>How much of that moves the latents, against the codes&apos; 1.</source>
        <translation>Wie viel davon die Latents bewegt, gegen 1 bei den Codes.</translation>
    </message>
    <message>
        <source>Repeats the original&apos;s slip, in which commitment weighs the codes&apos; part. For weights that were trained with it.</source>
        <translation>Wiederholt den Fehler des Originals, bei dem Commitment den Teil der Codes gewichtet. Für Gewichte, die damit trainiert wurden.</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Of Gumbel draws: lower is closer to the likeliest code.</source>
        <translation>Bei Gumbel-Ziehungen: niedriger ist näher am wahrscheinlichsten Code.</translation>
    </message>
    <message>
        <source>Divergence</source>
        <translation>Divergenz</translation>
    </message>
    <message>
        <source>Weight of a Gumbel quantiser&apos;s divergence from equal use of all codes.</source>
        <translation>Gewicht der Divergenz eines Gumbel-Quantisierers vom gleichen Gebrauch aller Codes.</translation>
    </message>
    <message>
        <source>Restart after</source>
        <translation>Neubeginn nach</translation>
    </message>
    <message>
        <source>A code that nothing used for so many images begins anew as a latent of the step. 0: never.</source>
        <translation>Ein Code, den so viele Bilder lang nichts benutzt hat, beginnt neu als Latent des Schritts. 0: nie.</translation>
    </message>
    <message>
        <source>EMA decay</source>
        <translation>EMA-Abklingen</translation>
    </message>
    <message>
        <source>per step</source>
        <translation>je Schritt</translation>
    </message>
    <message>
        <source>Codes follow the mean of the latents that chose them, with this decay. 0: they learn by gradient.</source>
        <translation>Codes folgen dem Mittel der Latents, die sie gewählt haben, mit diesem Abklingen. 0: sie lernen durch Gradienten.</translation>
    </message>
    <message>
        <source>One more copy of the codebook.</source>
        <translation>Eine weitere Kopie des Codebuchs.</translation>
    </message>
    <message>
        <source>First minute</source>
        <translation>Erste Minute</translation>
    </message>
    <message>
        <source>Built-in shapes at 32 px: solids to recognise within a minute on two cores.</source>
        <translation>Eingebaute Formen mit 32 px: Körper, binnen einer Minute auf zwei Kernen erkennbar.</translation>
    </message>
    <message>
        <source>Classic</source>
        <translation>Klassisch</translation>
    </message>
    <message>
        <source>The well-known DCGAN: 64 px, width 64, batches of 128, Adam at 2e-4.</source>
        <translation>Das bekannte DCGAN: 64 px, Breite 64, Batches von 128, Adam mit 2e-4.</translation>
    </message>
    <message>
        <source>Smaller model</source>
        <translation>Kleineres Modell</translation>
    </message>
    <message>
        <source>Depthwise-separable layers and half the width: a fraction of the weights.</source>
        <translation>Depthwise-separable Schichten und halbe Breite: ein Bruchteil der Gewichte.</translation>
    </message>
    <message>
        <source>Small data set</source>
        <translation>Kleiner Datensatz</translation>
    </message>
    <message>
        <source>Built-in shapes</source>
        <translation>Eingebaute Formen</translation>
    </message>
    <message>
        <source>The small models that come with Headroom: solids, colours and floors in seconds.</source>
        <translation>Die kleinen Modelle, die zu Headroom gehören: Körper, Farben und Böden in Sekunden.</translation>
    </message>
    <message>
        <source>As the well-known scripts: 256 px, 32 cutouts, Adam at 0.1. For a VQGAN f16 and CLIP ViT-B/32; bench vqgan-clip takes random ones, which cost the same.</source>
        <translation>Wie die bekannten Skripte: 256 px, 32 Ausschnitte, Adam mit 0.1. Für ein VQGAN f16 und CLIP ViT-B/32; bench vqgan-clip nimmt zufällige, die dasselbe kosten.</translation>
    </message>
    <message>
        <source>A small VQGAN of the built-in shapes, 64 px to 8 x 8 codes: reconstructions to recognise within a minute.</source>
        <translation>Ein kleines VQGAN der eingebauten Formen, 64 px zu 8 x 8 Codes: Rekonstruktionen, binnen einer Minute erkennbar.</translation>
    </message>
    <message>
        <source>f16, 1024 codes</source>
        <translation>f16, 1024 Codes</translation>
    </message>
    <message>
        <source>The VQGAN of the well-known text-to-image scripts: 256 px to 16 x 16 codes, 1,024 of them.</source>
        <translation>Das VQGAN der bekannten Text-zu-Bild-Skripte: 256 px zu 16 x 16 Codes, 1.024 davon.</translation>
    </message>
    <message>
        <source>f16, 16384 codes</source>
        <translation>f16, 16384 Codes</translation>
    </message>
    <message>
        <source>The same with 16,384 codes.</source>
        <translation>Dasselbe mit 16.384 Codes.</translation>
    </message>
    <message>
        <source>Shapes (built-in)</source>
        <translation>Formen (eingebaut)</translation>
    </message>
    <message>
        <source>Shaded solids on a floor, drawn by Headroom itself; nothing to download.</source>
        <translation>Schattierte Körper auf einem Boden, von Headroom selbst gezeichnet; nichts herunterzuladen.</translation>
    </message>
    <message>
        <source>Folder of pictures</source>
        <translation>Ordner mit Bildern</translation>
    </message>
    <message>
        <source>JPEG, PNG, WebP and GIF, folders within folders too.</source>
        <translation>JPEG, PNG, WebP und GIF, auch Ordner in Ordnern.</translation>
    </message>
    <message>
        <source>CIFAR-10</source>
        <translation>CIFAR-10</translation>
    </message>
    <message>
        <source>The binary version&apos;s files, 32 px.</source>
        <translation>Die Dateien der Binärversion, 32 px.</translation>
    </message>
    <message>
        <source>MNIST</source>
        <translation>MNIST</translation>
    </message>
    <message>
        <source>The IDX files, 28 px, grey.</source>
        <translation>Die IDX-Dateien, 28 px, grau.</translation>
    </message>
    <message>
        <source>budget is on RAM</source>
        <translation>das Budget gilt für den RAM</translation>
    </message>
    <message>
        <source>memory limited by a control group</source>
        <translation>Speicher durch eine Control Group begrenzt</translation>
    </message>
    <message>
        <source>training on the CPU, budget is on RAM</source>
        <translation>Training auf der CPU, das Budget gilt für den RAM</translation>
    </message>
    <message>
        <source>Memory left after %1 rises by %2 per 1,000 %3 (%4 tensors, role &quot;%5&quot;). At this rate the room to spare, %6, is gone in %7.</source>
        <translation>Der nach %1 übrige Speicher steigt um %2 je 1.000 %3 (%4 Tensoren, Rolle „%5“). So ist der übrige Platz, %6, in %7 weg.</translation>
    </message>
    <message>
        <source>Memory left after %1 rises by %2 per 1,000 %3 (%4 tensors, role &quot;%5&quot;).</source>
        <translation>Der nach %1 übrige Speicher steigt um %2 je 1.000 %3 (%4 Tensoren, Rolle „%5“).</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>einem Schritt</translation>
    </message>
    <message>
        <source>an iteration</source>
        <translation>einem Durchlauf</translation>
    </message>
    <message>
        <source>%1 minutes</source>
        <translation>%1 Minuten</translation>
    </message>
    <message>
        <source>%1 hours</source>
        <translation>%1 Stunden</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tagen</translation>
    </message>
    <message>
        <source>Saving, stopping and resuming frees what leaked. Please report it with a memory snapshot.</source>
        <translation>Speichern, Anhalten und Fortsetzen gibt das Verlorene frei. Bitte mit einem Speicherabbild melden.</translation>
    </message>
    <message>
        <source>%1 took %2 in %3: other programs hold %4, %5 are left</source>
        <translation>%1: %2 mehr in %3; andere Programme belegen %4, es bleiben %5</translation>
    </message>
    <message>
        <source>other programs</source>
        <translation>andere Programme</translation>
    </message>
    <message>
        <source>%1 (process %2)</source>
        <translation>%1 (Prozess %2)</translation>
    </message>
    <message>
        <source>Close what is not needed, or lend the memory (Run &gt; Lend memory) until it is free again.</source>
        <translation>Nicht Gebrauchtes schließen oder den Speicher verleihen (Lauf &gt; Speicher verleihen), bis er wieder frei ist.</translation>
    </message>
    <message>
        <source>Shapes (built in)</source>
        <translation>Formen (eingebaut)</translation>
    </message>
    <message>
        <source>Paints solids on coloured floors, at any size. Comes with Headroom.</source>
        <translation>Malt Körper auf farbigen Böden, in jeder Größe. Gehört zu Headroom.</translation>
    </message>
    <message>
        <source>Knows colours, solids, sizes, places and floors. Comes with Headroom.</source>
        <translation>Kennt Farben, Körper, Größen, Orte und Böden. Gehört zu Headroom.</translation>
    </message>
    <message>
        <source>The usual choice: 16 pixels per code, photographs of a thousand kinds of things.</source>
        <translation>Die übliche Wahl: 16 Pixel je Code, Fotos von tausend Arten von Dingen.</translation>
    </message>
    <message>
        <source>As the one above with a smaller codebook: coarser, and sometimes bolder.</source>
        <translation>Wie das obige mit kleinerem Codebuch: gröber, und manchmal kühner.</translation>
    </message>
    <message>
        <source>8 pixels per code: finer detail, four times as many codes per picture.</source>
        <translation>8 Pixel je Code: feinere Einzelheiten, viermal so viele Codes je Bild.</translation>
    </message>
    <message>
        <source>The usual choice: quick and small.</source>
        <translation>Die übliche Wahl: schnell und klein.</translation>
    </message>
    <message>
        <source>Finer patches than B/32: better pictures, about four times the work.</source>
        <translation>Feinere Patches als B/32: bessere Bilder, etwa vierfache Arbeit.</translation>
    </message>
    <message>
        <source>Large: understands more of a prompt, needs much memory.</source>
        <translation>Groß: versteht mehr von einem Prompt, braucht viel Speicher.</translation>
    </message>
    <message>
        <source>As L/14 for larger cutouts.</source>
        <translation>Wie L/14, für größere Ausschnitte.</translation>
    </message>
    <message>
        <source>A ResNet of the size of ResNet-50.</source>
        <translation>Ein ResNet in der Größe von ResNet-50.</translation>
    </message>
    <message>
        <source>A ResNet of the size of ResNet-101.</source>
        <translation>Ein ResNet in der Größe von ResNet-101.</translation>
    </message>
    <message>
        <source>A ResNet of four times the work of RN50, for cutouts of 288 px.</source>
        <translation>Ein ResNet mit der vierfachen Arbeit von RN50, für Ausschnitte von 288 px.</translation>
    </message>
    <message>
        <source>A ResNet of sixteen times the work of RN50, for cutouts of 384 px.</source>
        <translation>Ein ResNet mit der sechzehnfachen Arbeit von RN50, für Ausschnitte von 384 px.</translation>
    </message>
    <message>
        <source>A ResNet of sixty-four times the work of RN50, for cutouts of 448 px.</source>
        <translation>Ein ResNet mit der vierundsechzigfachen Arbeit von RN50, für Ausschnitte von 448 px.</translation>
    </message>
    <message>
        <source>Trained on two billion public pictures; exact GELU.</source>
        <translation>Auf zwei Milliarden öffentlichen Bildern trainiert; exaktes GELU.</translation>
    </message>
    <message>
        <source>Huge: for machines with room to spare.</source>
        <translation>Riesig: für Rechner mit viel Platz.</translation>
    </message>
    <message>
        <source>image.grow_to: %1 px is neither 0 nor a power of two from %2 to %3</source>
        <translation>image.grow_to: %1 px ist weder 0 noch eine Zweierpotenz von %2 bis %3</translation>
    </message>
    <message>
        <source>Grow to</source>
        <translation>Wachsen bis</translation>
    </message>
    <message>
        <source>The resolution doubles during the run until it is this. 0: it stays as it is.</source>
        <translation>Die Auflösung verdoppelt sich im Lauf, bis sie dies ist. 0: sie bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Grow after</source>
        <translation>Wachsen nach</translation>
    </message>
    <message>
        <source>How long 32 px last until image.grow_to has them doubled; each further stage lasts as long again.</source>
        <translation>Wie lange 32 px bleiben, bis image.grow_to sie verdoppelt; jede weitere Stufe dauert noch einmal so lange.</translation>
    </message>
    <message>
        <source>How long 64 px last until image.grow_to has them doubled; each further stage lasts as long again.</source>
        <translation>Wie lange 64 px bleiben, bis image.grow_to sie verdoppelt; jede weitere Stufe dauert noch einmal so lange.</translation>
    </message>
    <message>
        <source>Built-in shapes: at 32 px solids to recognise within a minute on two cores, then it grows to 64 px.</source>
        <translation>Eingebaute Formen: mit 32 px Körper, binnen einer Minute auf zwei Kernen erkennbar, dann wächst es auf 64 px.</translation>
    </message>
    <message>
        <source>%1 %2: its loss is infinite or no number, and with it what was trained</source>
        <translation>%1 %2: der Loss ist unendlich oder keine Zahl, und damit auch, was trainiert wurde</translation>
    </message>
    <message>
        <source>the data set found no room on the device</source>
        <translation>der Datensatz fand auf dem Gerät keinen Platz</translation>
    </message>
    <message>
        <source>the change does not fit in the budget of %1</source>
        <translation>die Änderung passt nicht ins Budget von %1</translation>
    </message>
    <message>
        <source>the networks alone do not fit: %1 of weights and optimiser state, budget %2 less %3 for the program itself</source>
        <translation>schon die Netze passen nicht: %1 Gewichte und Optimiererzustand, Budget %2 abzüglich %3 für das Programm selbst</translation>
    </message>
    <message>
        <source>there was no room for the preview</source>
        <translation>für die Vorschau war kein Platz</translation>
    </message>
    <message>
        <source>there is not enough room yet to take the model back</source>
        <translation>um das Modell zurückzuholen, ist noch nicht genug Platz</translation>
    </message>
    <message>
        <source>the state could not be copied for a checkpoint</source>
        <translation>der Zustand ließ sich nicht für einen Checkpoint kopieren</translation>
    </message>
    <message>
        <source>the system had no memory left to pack the pictures</source>
        <translation>dem System fehlte Speicher, um die Bilder zu packen</translation>
    </message>
    <message>
        <source>packing the pictures failed unexpectedly</source>
        <translation>das Packen der Bilder ist unerwartet fehlgeschlagen</translation>
    </message>
    <message>
        <source>there is not even room for a probe %1 of %2</source>
        <translation>nicht einmal für einen Probe-%1 mit %2 ist Platz</translation>
    </message>
    <message>
        <source>%1 did not fit in %2</source>
        <translation>%1 passte nicht in %2</translation>
    </message>
    <message>
        <source>this engine cannot forecast</source>
        <translation>diese Engine kann keine Prognosen machen</translation>
    </message>
    <message>
        <source>a run is under way, and a rehearsal needs the device for itself</source>
        <translation>ein Lauf ist im Gang, und ein Probelauf braucht das Gerät für sich</translation>
    </message>
    <message>
        <source>the search was stopped</source>
        <translation>die Suche wurde angehalten</translation>
    </message>
    <message>
        <source>the rehearsal was stopped</source>
        <translation>der Probelauf wurde angehalten</translation>
    </message>
    <message>
        <source>Save the log and report it.</source>
        <translation>Das Protokoll speichern und den Fehler melden.</translation>
    </message>
    <message>
        <source>Resume the run from its latest checkpoint.</source>
        <translation>Den Lauf von seinem neuesten Checkpoint fortsetzen.</translation>
    </message>
    <message>
        <source>Resume the run from its latest checkpoint with lower learning rates or with clipped gradients.</source>
        <translation>Den Lauf von seinem neuesten Checkpoint mit niedrigeren Lernraten oder begrenzten Gradienten fortsetzen.</translation>
    </message>
    <message>
        <source>Resume the run.</source>
        <translation>Den Lauf fortsetzen.</translation>
    </message>
    <message>
        <source>Free some space.</source>
        <translation>Platz schaffen.</translation>
    </message>
    <message>
        <source>Free some space or choose another folder; the earlier file is unchanged.</source>
        <translation>Platz schaffen oder einen anderen Ordner wählen; die frühere Datei ist unverändert.</translation>
    </message>
    <message>
        <source>Choose another folder; the earlier file is unchanged.</source>
        <translation>Einen anderen Ordner wählen; die frühere Datei ist unverändert.</translation>
    </message>
    <message>
        <source>Choose another folder or change its permissions; the earlier file is unchanged.</source>
        <translation>Einen anderen Ordner wählen oder dessen Rechte ändern; die frühere Datei ist unverändert.</translation>
    </message>
    <message>
        <source>Make the folder first, or choose another.</source>
        <translation>Den Ordner erst anlegen oder einen anderen wählen.</translation>
    </message>
    <message>
        <source>Free some space on the machine that trains.</source>
        <translation>Auf dem Rechner, der trainiert, Platz schaffen.</translation>
    </message>
    <message>
        <source>Free some memory, then resume again.</source>
        <translation>Speicher freimachen, dann wieder fortsetzen.</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>Andere Programme schließen.</translation>
    </message>
    <message>
        <source>Close other programs, then try again.</source>
        <translation>Andere Programme schließen, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Close other programs or use fewer loader threads (data.workers).</source>
        <translation>Andere Programme schließen oder weniger Lade-Threads nehmen (data.workers).</translation>
    </message>
    <message>
        <source>Close other programs or use a smaller file.</source>
        <translation>Andere Programme schließen oder eine kleinere Datei nehmen.</translation>
    </message>
    <message>
        <source>Close other programs or raise the process&apos;s memory limit.</source>
        <translation>Andere Programme schließen oder das Speicherlimit des Prozesses erhöhen.</translation>
    </message>
    <message>
        <source>Use an earlier checkpoint.</source>
        <translation>Einen früheren Checkpoint nehmen.</translation>
    </message>
    <message>
        <source>Choose an older checkpoint.</source>
        <translation>Einen älteren Checkpoint wählen.</translation>
    </message>
    <message>
        <source>Stop this run and start a new one.</source>
        <translation>Diesen Lauf anhalten und einen neuen starten.</translation>
    </message>
    <message>
        <source>Stop the run first.</source>
        <translation>Erst den Lauf anhalten.</translation>
    </message>
    <message>
        <source>Start the run anew.</source>
        <translation>Den Lauf neu starten.</translation>
    </message>
    <message>
        <source>The run goes on as it was.</source>
        <translation>Der Lauf geht weiter, wie er war.</translation>
    </message>
    <message>
        <source>The run goes on; the next preview is tried again.</source>
        <translation>Der Lauf geht weiter; die nächste Vorschau wird wieder versucht.</translation>
    </message>
    <message>
        <source>The run goes on with the same pictures. Raise the budget or set data.on_device to off.</source>
        <translation>Der Lauf geht mit denselben Bildern weiter. Das Budget erhöhen oder data.on_device auf off setzen.</translation>
    </message>
    <message>
        <source>The run goes on with the new pictures; it is no exact continuation.</source>
        <translation>Der Lauf geht mit den neuen Bildern weiter; er ist keine genaue Fortsetzung.</translation>
    </message>
    <message>
        <source>Set data.on_device to off.</source>
        <translation>data.on_device auf off setzen.</translation>
    </message>
    <message>
        <source>Raise the budget or make the batch smaller first.</source>
        <translation>Erst das Budget erhöhen oder den Batch verkleinern.</translation>
    </message>
    <message>
        <source>Allow more memory, or choose smaller models or a smaller picture.</source>
        <translation>Mehr Speicher erlauben oder kleinere Modelle oder ein kleineres Bild wählen.</translation>
    </message>
    <message>
        <source>Allow more memory, or choose a smaller picture.</source>
        <translation>Mehr Speicher erlauben oder ein kleineres Bild wählen.</translation>
    </message>
    <message>
        <source>Allow more, or leave the budget to Headroom with 0.</source>
        <translation>Mehr erlauben oder das Budget mit 0 Headroom überlassen.</translation>
    </message>
    <message>
        <source>Use narrower networks or a larger budget.</source>
        <translation>Schmalere Netze oder ein größeres Budget nehmen.</translation>
    </message>
    <message>
        <source>Weights, samples and settings are not affected.</source>
        <translation>Gewichte, Samples und Einstellungen sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The log says what is wrong with each.</source>
        <translation>Das Protokoll sagt zu jeder, was nicht stimmt.</translation>
    </message>
    <message>
        <source>The file is incomplete, or of another network.</source>
        <translation>Die Datei ist unvollständig oder gehört zu einem anderen Netz.</translation>
    </message>
    <message>
        <source>The file is damaged, or of another network.</source>
        <translation>Die Datei ist beschädigt oder gehört zu einem anderen Netz.</translation>
    </message>
    <message>
        <source>The data set inspector lists all of them.</source>
        <translation>Datensatz ansehen zeigt alle.</translation>
    </message>
    <message>
        <source>Remove or replace them, or allow more (data.max_bad).</source>
        <translation>Die Bilder entfernen oder ersetzen oder mehr erlauben (data.max_bad).</translation>
    </message>
    <message>
        <source>Save again when there is room.</source>
        <translation>Noch einmal speichern, wenn Platz ist.</translation>
    </message>
    <message>
        <source>Open this run with the newer program.</source>
        <translation>Diesen Lauf mit dem neueren Programm öffnen.</translation>
    </message>
    <message>
        <source>It may come from a newer Headroom.</source>
        <translation>Vielleicht stammt es von einem neueren Headroom.</translation>
    </message>
    <message>
        <source>It has ended, or its process has gone.</source>
        <translation>Er ist zu Ende, oder sein Prozess ist weg.</translation>
    </message>
    <message>
        <source>Take it back first.</source>
        <translation>Erst zurückholen.</translation>
    </message>
    <message>
        <source>Take it back first, then ask again.</source>
        <translation>Erst zurückholen, dann noch einmal fragen.</translation>
    </message>
    <message>
        <source>Ask for fewer.</source>
        <translation>Weniger verlangen.</translation>
    </message>
    <message>
        <source>Starting Headroom again frees them. Please report it with the log.</source>
        <translation>Ein neuer Start von Headroom gibt sie frei. Bitte mit dem Protokoll melden.</translation>
    </message>
    <message>
        <source>Start Headroom again and resume the run from its last checkpoint; resuming on the CPU works at once.</source>
        <translation>Headroom neu starten und den Lauf von seinem letzten Checkpoint fortsetzen; auf der CPU geht das sofort.</translation>
    </message>
    <message>
        <source>Install Headroom&apos;s command line, which runs the queue.</source>
        <translation>Headrooms Kommandozeile installieren; sie arbeitet die Warteschlange ab.</translation>
    </message>
    <message>
        <source>Use the same version of Headroom on both ends.</source>
        <translation>An beiden Enden dieselbe Version von Headroom verwenden.</translation>
    </message>
    <message>
        <source>waits for %1 of room on %2, and no plan with the same result fits</source>
        <translation>wartet auf %1 Platz auf %2, und kein Plan mit gleichem Ergebnis passt</translation>
    </message>
    <message>
        <source>waits for %1 of room on %2</source>
        <translation>wartet auf %1 Platz auf %2</translation>
    </message>
    <message>
        <source>%1 waits for %2 of room on %3.</source>
        <translation>%1 wartet auf %2 Platz auf %3.</translation>
    </message>
    <message>
        <source>needs %1, and %2 are there on %3</source>
        <translation>braucht %1, und auf %3 sind %2 da</translation>
    </message>
    <message>
        <source>made to fit: %1</source>
        <translation>passend gemacht: %1</translation>
    </message>
    <message>
        <source>%1; it waits until it is changed or removed</source>
        <translation>%1; wartet, bis er geändert oder entfernt wird</translation>
    </message>
    <message>
        <source>its runner has ended; it saves and stops</source>
        <translation>seine Warteschlange wurde beendet; er speichert und hält an</translation>
    </message>
    <message>
        <source>its runner was ended before the run began</source>
        <translation>seine Warteschlange wurde beendet, bevor er begann</translation>
    </message>
    <message>
        <source>is being stopped; a checkpoint is saved first</source>
        <translation>wird angehalten; zuvor wird ein Checkpoint gespeichert</translation>
    </message>
    <message>
        <source>cut off at %1 %2</source>
        <translation>abgebrochen bei %1 %2</translation>
    </message>
    <message>
        <source>failed at %1 %2</source>
        <translation>fehlgeschlagen bei %1 %2</translation>
    </message>
    <message>
        <source>stopped with the queue before it began</source>
        <translation>mit der Warteschlange angehalten, bevor er begann</translation>
    </message>
    <message>
        <source>removed from the queue before it began</source>
        <translation>aus der Warteschlange entfernt, bevor er begann</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA-Graphen</translation>
    </message>
    <message>
        <source>GPU: its work is recorded once and then repeated as a whole, which spares the processor the launch of each kernel. Automatic: where it can be. On: the same, and the log says why where it cannot.</source>
        <translation>GPU: ihre Arbeit wird einmal aufgezeichnet und dann als Ganzes wiederholt, was dem Prozessor den Start jedes Kernels erspart. Automatisch: wo es geht. Ein: ebenso, und das Protokoll sagt warum, wo es nicht geht.</translation>
    </message>
    <message>
        <source>What is needed at the peak is kept all the time.</source>
        <translation>Was an der Spitze gebraucht wird, bleibt die ganze Zeit belegt.</translation>
    </message>
    <message>
        <source>How a picture becomes square: the middle, a random part (chosen once per picture), squeezed, or whole with the ground beside it.</source>
        <translation>Wie ein Bild quadratisch wird: die Mitte, ein zufälliger Teil (je Bild einmal gewählt), gestaucht, oder ganz mit dem Grund daneben.</translation>
    </message>
    <message>
        <source>Pad</source>
        <translation>Auffüllen</translation>
    </message>
    <message>
        <source>Ground</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>What lies behind transparent pictures, and beside those that are padded.</source>
        <translation>Was hinter durchsichtigen Bildern liegt, und neben aufgefüllten.</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>Schwarz</translation>
    </message>
    <message>
        <source>Augment geometry</source>
        <translation>Geometrie augmentieren</translation>
    </message>
    <message>
        <source>Random size, stretch, turn by up to 20 degrees and shift on all that D sees; edges are repeated. After the geometric transformations of Karras et al. (ADA, 2020).</source>
        <translation>Zufällige Größe, Streckung, Drehung um bis zu 20 Grad und Verschiebung auf allem, was D sieht; Ränder werden wiederholt. Nach den geometrischen Transformationen von Karras et al. (ADA, 2020).</translation>
    </message>
    <message>
        <source>Augment strength</source>
        <translation>Stärke der Augmentierung</translation>
    </message>
    <message>
        <source>The chance that each augmentation touches a picture. What adaptive strength begins with.</source>
        <translation>Die Wahrscheinlichkeit, mit der jede Augmentierung ein Bild trifft. Womit anpassende Stärke beginnt.</translation>
    </message>
    <message>
        <source>Adaptive strength</source>
        <translation>Anpassende Stärke</translation>
    </message>
    <message>
        <source>The strength follows how sure D is of real pictures: it grows while D remembers them and shrinks while it does not. The rule of Karras et al. (ADA, 2020).</source>
        <translation>Die Stärke folgt dem, wie sicher sich D bei echten Bildern ist: sie wächst, solange D sich diese merkt, und sinkt sonst. Die Regel von Karras et al. (ADA, 2020).</translation>
    </message>
    <message>
        <source>Sign aimed at</source>
        <translation>Angestrebtes Vorzeichen</translation>
    </message>
    <message>
        <source>Adaptive strength: the mean sign of D&apos;s output for real pictures that it keeps to.</source>
        <translation>Anpassende Stärke: das mittlere Vorzeichen der Ausgabe von D für echte Bilder, an das sie sich hält.</translation>
    </message>
    <message>
        <source>Adapts within</source>
        <translation>Passt sich an in</translation>
    </message>
    <message>
        <source>Adaptive strength: in so many images it can go from 0 to 1.</source>
        <translation>Anpassende Stärke: in so vielen Bildern kann sie von 0 auf 1 gehen.</translation>
    </message>
    <message>
        <source>G enlarges by</source>
        <translation>G vergrößert durch</translation>
    </message>
    <message>
        <source>Transposed convolutions</source>
        <translation>Transponierte Faltungen</translation>
    </message>
    <message>
        <source>Resize, then convolve</source>
        <translation>Wiederholen, dann falten</translation>
    </message>
    <message>
        <source>For a few hundred to a few thousand pictures: mirroring, augmentations whose strength follows the discriminator, no checkerboards, 32 px first and then 64.</source>
        <translation>Für einige hundert bis einige tausend Bilder: Spiegeln, Augmentierungen, deren Stärke dem Diskriminator folgt, keine Schachbretter, erst 32 px und dann 64.</translation>
    </message>
    <message>
        <source>augment.adapt: no augmentation is on whose strength could adapt; switch one on, augment.translation for example</source>
        <translation>augment.adapt: keine Augmentierung ist an, deren Stärke sich anpassen könnte; eine einschalten, zum Beispiel augment.translation</translation>
    </message>
    <message>
        <source>augment.adapt: WGAN-GP&apos;s critic has no threshold between real and fake whose signs could be counted; choose another loss</source>
        <translation>augment.adapt: der Kritiker von WGAN-GP hat keine Schwelle zwischen echt und gemacht, deren Vorzeichen sich zählen ließen; einen anderen Loss wählen</translation>
    </message>
    <message>
        <source>Whole pictures on white</source>
        <translation>Ganze Bilder auf Weiß</translation>
    </message>
    <message>
        <source>%1 of the pictures are not square and %2 lie on white: cropping would cut what they show.</source>
        <translation>%1 der Bilder sind nicht quadratisch und %2 liegen auf Weiß: ein Zuschnitt würde abschneiden, was sie zeigen.</translation>
    </message>
    <message>
        <source>The middle of each picture</source>
        <translation>Die Mitte jedes Bildes</translation>
    </message>
    <message>
        <source>%1 of the pictures are not square and fill their frame.</source>
        <translation>%1 der Bilder sind nicht quadratisch und füllen ihren Rahmen.</translation>
    </message>
    <message>
        <source>Transparent pictures on white</source>
        <translation>Durchsichtige Bilder auf Weiß</translation>
    </message>
    <message>
        <source>%1 of the pictures are transparent; one ground for all is easiest to learn.</source>
        <translation>%1 der Bilder sind durchsichtig; ein Grund für alle lernt sich am leichtesten.</translation>
    </message>
    <message>
        <source>One channel instead of three</source>
        <translation>Ein Kanal statt drei</translation>
    </message>
    <message>
        <source>%1 of the pictures are without colour.</source>
        <translation>%1 der Bilder sind ohne Farbe.</translation>
    </message>
    <message>
        <source>Mirrored pictures as well</source>
        <translation>Auch gespiegelte Bilder</translation>
    </message>
    <message>
        <source>%1 distinct pictures are few, and mirroring doubles them. Switch it off if they show text.</source>
        <translation>%1 verschiedene Bilder sind wenige, und Spiegeln verdoppelt sie. Ausschalten, wenn sie Schrift zeigen.</translation>
    </message>
    <message>
        <source>%1 pictures all but repeat others, and count for more than the rest.</source>
        <translation>%1 Bilder wiederholen fast andere und zählen mehr als die übrigen.</translation>
    </message>
    <message>
        <source>Look at the empty pictures</source>
        <translation>Die leeren Bilder ansehen</translation>
    </message>
    <message>
        <source>%1 of the pictures are nearly all of one colour; a generator soon learns to draw nothing.</source>
        <translation>%1 der Bilder sind fast ganz von einer Farbe; ein Generator lernt bald, nichts zu zeichnen.</translation>
    </message>
    <message>
        <source>Pictures of 32 px</source>
        <translation>Bilder von 32 px</translation>
    </message>
    <message>
        <source>The pictures are %1 px and have no more to show.</source>
        <translation>Die Bilder haben %1 px und nicht mehr zu zeigen.</translation>
    </message>
    <message>
        <source>32 px first, then 64 px</source>
        <translation>Erst 32 px, dann 64 px</translation>
    </message>
    <message>
        <source>%1 distinct pictures are enough for 64 px; small ones show what they are after the first minutes.</source>
        <translation>%1 verschiedene Bilder reichen für 64 px; kleine zeigen nach den ersten Minuten, was sie sind.</translation>
    </message>
    <message>
        <source>32 px first, then 64 and 128 px</source>
        <translation>Erst 32 px, dann 64 und 128 px</translation>
    </message>
    <message>
        <source>%1 distinct pictures of %2 px are enough for 128 px.</source>
        <translation>%1 verschiedene Bilder von %2 px reichen für 128 px.</translation>
    </message>
    <message>
        <source>With %1 distinct pictures many small steps get further than few large ones.</source>
        <translation>Mit %1 verschiedenen Bildern kommen viele kleine Schritte weiter als wenige große.</translation>
    </message>
    <message>
        <source>%1 distinct pictures allow steadier steps.</source>
        <translation>%1 verschiedene Bilder erlauben ruhigere Schritte.</translation>
    </message>
    <message>
        <source>Augmentations whose strength follows the discriminator</source>
        <translation>Augmentierungen, deren Stärke dem Diskriminator folgt</translation>
    </message>
    <message>
        <source>It would know %1 distinct pictures by heart before long.</source>
        <translation>Er kennte %1 verschiedene Bilder sonst bald auswendig.</translation>
    </message>
    <message>
        <source>The R1 penalty every 16 steps, and labels of 0.9</source>
        <translation>Der R1-Strafterm alle 16 Schritte, und Labels von 0,9</translation>
    </message>
    <message>
        <source>They keep the discriminator from growing so steep and so sure that the generator learns nothing.</source>
        <translation>Sie halten den Diskriminator davon ab, so steil und so sicher zu werden, dass der Generator nichts lernt.</translation>
    </message>
    <message>
        <source>Equal rates of 4e-4 and a longer average</source>
        <translation>Gleiche Raten von 4e-4 und ein längeres Mittel</translation>
    </message>
    <message>
        <source>Small pictures bear larger steps; samples are of the average of the weights, which is calmer than they are.</source>
        <translation>Kleine Bilder vertragen größere Schritte; Samples sind vom Mittel der Gewichte, das ruhiger ist als diese.</translation>
    </message>
    <message>
        <source>%1 distinct pictures are seen often enough then; stop when the samples no longer change.</source>
        <translation>%1 verschiedene Bilder werden dann oft genug gesehen; aufhören, wenn sich die Samples nicht mehr ändern.</translation>
    </message>
    <message>
        <source>Autopilot</source>
        <translation>Autopilot</translation>
    </message>
    <message>
        <source>Counsel makes the changes that it advises by itself, at a step boundary, and notes each in the run&apos;s history. Off: it only says what it sees.</source>
        <translation>Der Rat macht die Änderungen, die er empfiehlt, zwischen zwei Schritten selbst und vermerkt jede im Verlauf des Laufs. Aus: Er sagt nur, was er sieht.</translation>
    </message>
    <message>
        <source>The run is no longer what its first settings say.</source>
        <translation>Der Lauf ist dann nicht mehr, was seine ersten Einstellungen sagen.</translation>
    </message>
    <message>
        <source>Muted rules</source>
        <translation>Stumme Regeln</translation>
    </message>
    <message>
        <source>Rules of counsel that say nothing in this run, and change nothing.</source>
        <translation>Regeln des Rats, die in diesem Lauf nichts sagen und nichts ändern.</translation>
    </message>
    <message>
        <source>Rates too high</source>
        <translation>Lernraten zu hoch</translation>
    </message>
    <message>
        <source>Steps this large overshoot: each undoes what the one before has learnt, and a leap too many ends the run.</source>
        <translation>So große Schritte schießen über das Ziel: Jeder verwirft, was der vorige gelernt hat, und ein Sprung zu viel beendet den Lauf.</translation>
    </message>
    <message>
        <source>Loss scale falls</source>
        <translation>Loss-Skala fällt</translation>
    </message>
    <message>
        <source>Gradients leave the range of fp16; steps are skipped, and soon small gradients are lost as well.</source>
        <translation>Gradienten verlassen den Bereich von fp16; Schritte werden ausgelassen, und bald gehen auch kleine Gradienten verloren.</translation>
    </message>
    <message>
        <source>Gradients grow</source>
        <translation>Gradienten wachsen</translation>
    </message>
    <message>
        <source>Growing gradients are the beginning of a divergence: weights grow with them until losses are infinite.</source>
        <translation>Wachsende Gradienten sind der Anfang einer Divergenz: Die Gewichte wachsen mit, bis Losses unendlich sind.</translation>
    </message>
    <message>
        <source>Modes collapse</source>
        <translation>Modi kollabieren</translation>
    </message>
    <message>
        <source>G has found a few pictures that D lets pass and draws them whatever the latent: the rest of the data is not learnt.</source>
        <translation>G hat ein paar Bilder gefunden, die D durchlässt, und zeichnet sie bei jedem Latent: Der Rest der Daten wird nicht gelernt.</translation>
    </message>
    <message>
        <source>D remembers the pictures</source>
        <translation>D merkt sich die Bilder</translation>
    </message>
    <message>
        <source>D knows the few pictures by heart instead of what they have in common, and what it tells G helps no further.</source>
        <translation>D kennt die wenigen Bilder auswendig statt dessen, was sie gemeinsam haben, und was es G sagt, hilft nicht weiter.</translation>
    </message>
    <message>
        <source>D wins</source>
        <translation>D gewinnt</translation>
    </message>
    <message>
        <source>A D that is never wrong gives G gradients that say nothing: G goes astray or stands still.</source>
        <translation>Ein D, das nie irrt, gibt G Gradienten, die nichts sagen: G geht in die Irre oder steht still.</translation>
    </message>
    <message>
        <source>D loses</source>
        <translation>D verliert</translation>
    </message>
    <message>
        <source>A D that is fooled by anything teaches G nothing: the samples stay what they are.</source>
        <translation>Ein D, das sich von allem täuschen lässt, lehrt G nichts: Die Samples bleiben, was sie sind.</translation>
    </message>
    <message>
        <source>Rates too low</source>
        <translation>Lernraten zu niedrig</translation>
    </message>
    <message>
        <source>Nothing moves: at this pace the run ends before anything can be seen.</source>
        <translation>Nichts bewegt sich: Bei diesem Tempo endet der Lauf, bevor etwas zu sehen ist.</translation>
    </message>
    <message>
        <source>Both stall</source>
        <translation>Beide stehen still</translation>
    </message>
    <message>
        <source>D sees no difference between pictures and samples, so that neither has anything to learn from.</source>
        <translation>D sieht keinen Unterschied zwischen Bildern und Samples, also hat keines von beiden etwas zu lernen.</translation>
    </message>
    <message>
        <source>Checkerboards</source>
        <translation>Schachbretter</translation>
    </message>
    <message>
        <source>Codes lie idle</source>
        <translation>Codes liegen brach</translation>
    </message>
    <message>
        <source>Pictures are put together from a few codes alone; the others take memory and are never learnt.</source>
        <translation>Bilder werden aus wenigen Codes zusammengesetzt; die anderen kosten Speicher und werden nie gelernt.</translation>
    </message>
    <message>
        <source>Near-duplicates</source>
        <translation>Fast gleiche Bilder</translation>
    </message>
    <message>
        <source>What is there several times is learnt by heart first, and the samples repeat it.</source>
        <translation>Was mehrfach da ist, wird zuerst auswendig gelernt, und die Samples wiederholen es.</translation>
    </message>
    <message>
        <source>Empty pictures</source>
        <translation>Leere Bilder</translation>
    </message>
    <message>
        <source>G learns emptiness first, because it is the easiest picture that D lets pass.</source>
        <translation>G lernt zuerst die Leere, denn sie ist das leichteste Bild, das D durchlässt.</translation>
    </message>
    <message>
        <source>Mixed shapes</source>
        <translation>Gemischte Formate</translation>
    </message>
    <message>
        <source>What the crop leaves is often not what the pictures are about.</source>
        <translation>Was das Zuschneiden übrig lässt, ist oft nicht das, worum es in den Bildern geht.</translation>
    </message>
    <message>
        <source>Few pictures</source>
        <translation>Wenige Bilder</translation>
    </message>
    <message>
        <source>D soon knows so few pictures by heart. Mirroring and augmentation show it new ones at no cost.</source>
        <translation>D kennt so wenige Bilder bald auswendig. Spiegeln und Augmentierung zeigen ihm ohne Kosten neue.</translation>
    </message>
    <message>
        <source>Memory is tight</source>
        <translation>Speicher ist knapp</translation>
    </message>
    <message>
        <source>One larger preview or a neighbour&apos;s picture is enough to run out, and then steps are repeated.</source>
        <translation>Eine größere Vorschau oder ein Bild eines Nachbarn genügt, dann reicht er nicht, und Schritte werden wiederholt.</translation>
    </message>
    <message>
        <source>Memory to spare</source>
        <translation>Speicher übrig</translation>
    </message>
    <message>
        <source>The same training is quicker with more of the budget in use.</source>
        <translation>Dasselbe Training ist schneller, wenn mehr vom Budget benutzt wird.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: D&apos;s loss leaps by %3 around %5, at up to %4 times the usual learning rate.</source>
        <translation>Schritte %1 bis %2: Der Loss von D springt um %3, um %5 herum, beim bis zu %4-Fachen der üblichen Lernrate.</translation>
    </message>
    <message>
        <source>Lower the learning rates.</source>
        <translation>Die Lernraten senken.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: the fp16 loss scale was halved %3 times and did not recover.</source>
        <translation>Schritte %1 bis %2: Die Loss-Skala von fp16 wurde %3-mal halbiert und erholte sich nicht.</translation>
    </message>
    <message>
        <source>Use bf16 or fp32.</source>
        <translation>bf16 oder fp32 nehmen.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: the norm of the gradients is %3 times what it was at the beginning.</source>
        <translation>Schritte %1 bis %2: Die Norm der Gradienten ist das %3-Fache derer am Anfang.</translation>
    </message>
    <message>
        <source>Clip the gradients.</source>
        <translation>Die Gradienten begrenzen.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: the samples resemble each other: their diversity is %3 at most.</source>
        <translation>Schritte %1 bis %2: Die Samples gleichen einander: Ihre Vielfalt ist höchstens %3.</translation>
    </message>
    <message>
        <source>Start again with a lower G rate or another loss.</source>
        <translation>Neu beginnen, mit niedrigerer Lernrate von G oder anderem Loss.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: D is %3 sure of what it sees, after %4 passes over %5 pictures.</source>
        <translation>Schritte %1 bis %2: D ist sich zu %3 sicher, nach %4 Durchgängen durch %5 Bilder.</translation>
    </message>
    <message>
        <source>Use more pictures.</source>
        <translation>Mehr Bilder nehmen.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: D&apos;s loss is %4, G&apos;s %5; D is %3 sure of what it sees.</source>
        <translation>Schritte %1 bis %2: Der Loss von D ist %4, der von G %5; D ist sich zu %3 sicher.</translation>
    </message>
    <message>
        <source>Start again with a weaker D: fewer channels, or spectral norm.</source>
        <translation>Neu beginnen, mit schwächerem D: weniger Kanäle oder Spektralnorm.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: D&apos;s loss is %4, G&apos;s %5; D takes samples for pictures.</source>
        <translation>Schritte %1 bis %2: Der Loss von D ist %4, der von G %5; D hält Samples für Bilder.</translation>
    </message>
    <message>
        <source>Start again with a stronger D: more channels.</source>
        <translation>Neu beginnen, mit stärkerem D: mehr Kanäle.</translation>
    </message>
    <message>
        <source>Raise the learning rates.</source>
        <translation>Die Lernraten erhöhen.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: D guesses, and neither loss moves: D %6, G %7.</source>
        <translation>Schritte %1 bis %2: D rät, und kein Loss bewegt sich: D %6, G %7.</translation>
    </message>
    <message>
        <source>Start again with a stronger D, without noise on what it sees.</source>
        <translation>Neu beginnen, mit stärkerem D, ohne Rauschen auf dem, was es sieht.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: patterns of 2 or 4 pixels stand out of the samples %3 times.</source>
        <translation>Schritte %1 bis %2: Muster von 2 oder 4 Pixeln treten in den Samples um das %3-Fache hervor.</translation>
    </message>
    <message>
        <source>Start again with a lower G rate.</source>
        <translation>Neu beginnen, mit niedrigerer Lernrate von G.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: %3 of the codebook is used.</source>
        <translation>Schritte %1 bis %2: %3 des Codebuchs werden benutzt.</translation>
    </message>
    <message>
        <source>Start again with fewer codes.</source>
        <translation>Neu beginnen, mit weniger Codes.</translation>
    </message>
    <message>
        <source>Take the duplicates out of the data set.</source>
        <translation>Die doppelten Bilder aus dem Datensatz nehmen.</translation>
    </message>
    <message>
        <source>%3 of the pictures that were looked at are nearly all one colour.</source>
        <translation>%3 der angesehenen Bilder sind fast einfarbig.</translation>
    </message>
    <message>
        <source>Take the empty pictures out of the data set.</source>
        <translation>Die leeren Bilder aus dem Datensatz nehmen.</translation>
    </message>
    <message>
        <source>%3 of the pictures lose more than a third to the square crop.</source>
        <translation>%3 der Bilder verlieren beim Zuschneiden auf ein Quadrat mehr als ein Drittel.</translation>
    </message>
    <message>
        <source>Cut the pictures to squares yourself, around what matters.</source>
        <translation>Die Bilder selbst zu Quadraten schneiden, um das herum, was zählt.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: the peak is %3 of the budget.</source>
        <translation>Schritte %1 bis %2: Die Spitze ist %3 des Budgets.</translation>
    </message>
    <message>
        <source>Raise the budget.</source>
        <translation>Das Budget erhöhen.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: the peak is %3 of the budget, and time is spent on saving memory.</source>
        <translation>Schritte %1 bis %2: Die Spitze ist %3 des Budgets, und Zeit wird für gesparten Speicher ausgegeben.</translation>
    </message>
    <message>
        <source>Lower the budget, so that others can use it.</source>
        <translation>Das Budget senken, damit andere es nutzen können.</translation>
    </message>
    <message>
        <source>Use bf16, which has the range of fp32.</source>
        <translation>bf16 nehmen, das den Bereich von fp32 hat.</translation>
    </message>
    <message>
        <source>Give the gradient penalty its usual weight: it is what bounds D&apos;s slope.</source>
        <translation>Der Gradientenstrafe ihr übliches Gewicht geben: Sie begrenzt die Steigung von D.</translation>
    </message>
    <message>
        <source>Clip the gradients, so that no single step leads far away.</source>
        <translation>Die Gradienten begrenzen, damit kein einzelner Schritt weit wegführt.</translation>
    </message>
    <message>
        <source>Lower G&apos;s rate to D&apos;s, so that G cannot run ahead of it.</source>
        <translation>Die Lernrate von G auf die von D senken, damit G ihm nicht davonläuft.</translation>
    </message>
    <message>
        <source>Add noise to what D sees, so that a few sharp pictures no longer suffice.</source>
        <translation>Was D sieht, verrauschen, damit ein paar scharfe Bilder nicht mehr genügen.</translation>
    </message>
    <message>
        <source>Halve G&apos;s rate.</source>
        <translation>Die Lernrate von G halbieren.</translation>
    </message>
    <message>
        <source>Augment what D sees: it cannot know by heart what looks different each time.</source>
        <translation>Was D sieht, augmentieren: Es kann nicht auswendig kennen, was jedes Mal anders aussieht.</translation>
    </message>
    <message>
        <source>Augment by cutouts as well.</source>
        <translation>Auch mit Cutouts augmentieren.</translation>
    </message>
    <message>
        <source>Mirror the pictures, which doubles them.</source>
        <translation>Die Bilder spiegeln, das verdoppelt sie.</translation>
    </message>
    <message>
        <source>Lower D&apos;s rate to G&apos;s, so that G can follow.</source>
        <translation>Die Lernrate von D auf die von G senken, damit G folgen kann.</translation>
    </message>
    <message>
        <source>One D step for each G step.</source>
        <translation>Ein D-Schritt je G-Schritt.</translation>
    </message>
    <message>
        <source>Add noise to what D sees, so that it cannot tell everything apart.</source>
        <translation>Was D sieht, verrauschen, damit es nicht alles unterscheiden kann.</translation>
    </message>
    <message>
        <source>Halve D&apos;s rate.</source>
        <translation>Die Lernrate von D halbieren.</translation>
    </message>
    <message>
        <source>Raise D&apos;s rate to G&apos;s, so that D can follow.</source>
        <translation>Die Lernrate von D auf die von G erhöhen, damit D folgen kann.</translation>
    </message>
    <message>
        <source>Take the noise from what D sees.</source>
        <translation>Das Rauschen von dem nehmen, was D sieht.</translation>
    </message>
    <message>
        <source>Double D&apos;s rate.</source>
        <translation>Die Lernrate von D verdoppeln.</translation>
    </message>
    <message>
        <source>Raise the learning rates to the usual ones.</source>
        <translation>Die Lernraten auf die üblichen erhöhen.</translation>
    </message>
    <message>
        <source>Weaken the penalty that keeps D flat.</source>
        <translation>Die Strafe abschwächen, die D flach hält.</translation>
    </message>
    <message>
        <source>Lower G&apos;s rate to the usual one: smaller steps leave the lattice room to fade.</source>
        <translation>Die Lernrate von G auf die übliche senken: Kleinere Schritte lassen das Gitter verblassen.</translation>
    </message>
    <message>
        <source>Mirror the pictures and augment what D sees.</source>
        <translation>Die Bilder spiegeln und augmentieren, was D sieht.</translation>
    </message>
    <message>
        <source>The same batch in smaller pieces.</source>
        <translation>Derselbe Batch in kleineren Stücken.</translation>
    </message>
    <message>
        <source>Give time back: the same batch with fewer savings.</source>
        <translation>Zeit zurückgeben: derselbe Batch mit weniger Sparen.</translation>
    </message>
    <message>
        <source>Keep the fakes instead of drawing them twice.</source>
        <translation>Die Fakes behalten, statt sie zweimal zu zeichnen.</translation>
    </message>
    <message>
        <source>Let codes that nothing uses begin anew where pictures are.</source>
        <translation>Codes, die nichts benutzt, dort neu beginnen lassen, wo Bilder sind.</translation>
    </message>
    <message>
        <source>Let codes follow the moving average of what they stand for.</source>
        <translation>Codes dem gleitenden Mittel dessen folgen lassen, wofür sie stehen.</translation>
    </message>
    <message>
        <source>Light GAN</source>
        <translation>Light GAN</translation>
    </message>
    <message>
        <source>For few pictures: a generator with gates, a discriminator that rebuilds what it sees, 64 to 1024 px.</source>
        <translation>Für wenige Bilder: ein Generator mit Toren, ein Diskriminator, der nachbaut, was er sieht, 64 bis 1024 px.</translation>
    </message>
    <message>
        <source>Costs about a third more time. Activations of one layer at a time are left.</source>
        <translation>Kostet etwa ein Drittel mehr Zeit. Es bleiben die Aktivierungen von je einer Schicht.</translation>
    </message>
    <message>
        <source>Weight of the penalty on D&apos;s slope at real and fake pictures. 0 turns it off.</source>
        <translation>Gewicht der Strafe auf die Steigung von D bei echten Bildern und Fakes. 0 schaltet sie aus.</translation>
    </message>
    <message>
        <source>A pass with second derivatives every few steps, which are fp32.</source>
        <translation>Alle paar Schritte ein Durchgang mit zweiten Ableitungen, in fp32.</translation>
    </message>
    <message>
        <source>GP every</source>
        <translation>GP alle</translation>
    </message>
    <message>
        <source>The penalty is computed every so many steps.</source>
        <translation>Die Strafe wird alle so viele Schritte berechnet.</translation>
    </message>
    <message>
        <source>Augmented share</source>
        <translation>Augmentierter Anteil</translation>
    </message>
    <message>
        <source>Weights of the low resolutions grow with the square.</source>
        <translation>Die Gewichte der niedrigen Auflösungen wachsen mit dem Quadrat.</translation>
    </message>
    <message>
        <source>Sides, in pixels, of the features of G and D that attend: &apos;32&apos;, &apos;16 32&apos;. Empty: none do.</source>
        <translation>Seiten, in Pixeln, der Merkmale von G und D mit Attention: &apos;32&apos;, &apos;16 32&apos;. Leer: keine.</translation>
    </message>
    <message>
        <source>Grows with the square of the side.</source>
        <translation>Wächst mit dem Quadrat der Seite.</translation>
    </message>
    <message>
        <source>Judgements</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>How many judgements D gives of one picture: one, or one for each of 5 x 5 overlapping parts.</source>
        <translation>Wie viele Urteile D über ein Bild fällt: eines, oder eines für jeden von 5 x 5 überlappenden Teilen.</translation>
    </message>
    <message>
        <source>One</source>
        <translation>Eines</translation>
    </message>
    <message>
        <source>5 x 5</source>
        <translation>5 x 5</translation>
    </message>
    <message>
        <source>64 px, for a hundred to a few thousand pictures that look alike.</source>
        <translation>64 px, für hundert bis einige tausend Bilder, die sich ähneln.</translation>
    </message>
    <message>
        <source>Few pictures, 256 px</source>
        <translation>Wenige Bilder, 256 px</translation>
    </message>
    <message>
        <source>256 px for a card of 2 GB: two pictures at a time, sixteen a step.</source>
        <translation>256 px für eine Karte mit 2 GB: zwei Bilder zugleich, sechzehn je Schritt.</translation>
    </message>
    <message>
        <source>Few pictures, 512 px</source>
        <translation>Wenige Bilder, 512 px</translation>
    </message>
    <message>
        <source>512 px for a card of 4 GB: two pictures at a time, sixteen a step, activations computed again.</source>
        <translation>512 px für eine Karte mit 4 GB: zwei Bilder zugleich, sechzehn je Schritt, Aktivierungen neu berechnet.</translation>
    </message>
    <message>
        <source>Light GAN, small</source>
        <translation>Light GAN, klein</translation>
    </message>
    <message>
        <source>Narrow networks without attention, for training on a processor.</source>
        <translation>Schmale Netze ohne Attention, zum Trainieren auf einem Prozessor.</translation>
    </message>
    <message>
        <source>Score every</source>
        <translation>Bewerten alle</translation>
    </message>
    <message>
        <source>Scored pictures</source>
        <translation>Bewertete Bilder</translation>
    </message>
    <message>
        <source>Pictures of the run and of its data that are compared. More make the figures steadier.</source>
        <translation>Bilder des Laufs und seiner Daten, die verglichen werden. Mehr machen die Werte ruhiger.</translation>
    </message>
    <message>
        <source>Time and host memory grow in proportion.</source>
        <translation>Zeit und Hauptspeicher wachsen im selben Verhältnis.</translation>
    </message>
    <message>
        <source>Features of scores</source>
        <translation>Merkmale der Bewertung</translation>
    </message>
    <message>
        <source>Whose features are compared. Random convolutions need no file; figures of different features must not be compared.</source>
        <translation>Wessen Merkmale verglichen werden. Zufällige Faltungen brauchen keine Datei; Werte verschiedener Merkmale sind nicht vergleichbar.</translation>
    </message>
    <message>
        <source>Random convolutions</source>
        <translation>Zufällige Faltungen</translation>
    </message>
    <message>
        <source>Inception</source>
        <translation>Inception</translation>
    </message>
    <message>
        <source>Weights of the features</source>
        <translation>Gewichte der Merkmale</translation>
    </message>
    <message>
        <source>A CLIP&apos;s weights, or Inception&apos;s in the format of pytorch-fid or torch-fidelity. Empty: the built-in CLIP.</source>
        <translation>Gewichte eines CLIP, oder Inceptions im Format von pytorch-fid oder torch-fidelity. Leer: das eingebaute CLIP.</translation>
    </message>
    <message>
        <source>Best checkpoint by</source>
        <translation>Bester Checkpoint nach</translation>
    </message>
    <message>
        <source>Usual score</source>
        <translation>Übliche Bewertung</translation>
    </message>
    <message>
        <source>KID</source>
        <translation>KID</translation>
    </message>
    <message>
        <source>FID</source>
        <translation>FID</translation>
    </message>
    <message>
        <source>loading features to score by</source>
        <translation>Merkmale zum Bewerten werden geladen</translation>
    </message>
    <message>
        <source>looking at %1 (%2)</source>
        <translation>%1 wird angesehen (%2)</translation>
    </message>
    <message>
        <source>comparing distributions (%1)</source>
        <translation>Verteilungen werden verglichen (%1)</translation>
    </message>
    <message>
        <source>comparing subsets (%1)</source>
        <translation>Teilmengen werden verglichen (%1)</translation>
    </message>
    <message>
        <source>looking for neighbours (%1)</source>
        <translation>Nachbarn werden gesucht (%1)</translation>
    </message>
    <message>
        <source>comparing directions (%1)</source>
        <translation>Richtungen werden verglichen (%1)</translation>
    </message>
    <message>
        <source>comparing pairs of %1</source>
        <translation>Paare von %1 werden verglichen</translation>
    </message>
    <message>
        <source>there was no room to score the run</source>
        <translation>um den Lauf zu bewerten, war kein Platz</translation>
    </message>
    <message>
        <source>The run goes on. Fewer pictures (scores.count) need less.</source>
        <translation>Der Lauf geht weiter. Weniger Bilder (scores.count) brauchen weniger.</translation>
    </message>
    <message>
        <source>the device is lent, so that the run cannot be scored</source>
        <translation>das Gerät ist verliehen, so dass der Lauf nicht bewertet werden kann</translation>
    </message>
    <message>
        <source>runs of this kind are not scored</source>
        <translation>Läufe dieser Art werden nicht bewertet</translation>
    </message>
    <message>
        <source>scores.weights: Inception&apos;s features need a file of its weights</source>
        <translation>scores.weights: Inceptions Merkmale brauchen eine Datei mit Gewichten</translation>
    </message>
    <message>
        <source>Name that of pytorch-fid or torch-fidelity, or choose other features.</source>
        <translation>Die von pytorch-fid oder torch-fidelity nennen oder andere Merkmale wählen.</translation>
    </message>
    <message>
        <source>%1: %2 pictures are too few to score; %3 are the least</source>
        <translation>%1: %2 Bilder sind zu wenige zum Bewerten; %3 sind das Mindeste</translation>
    </message>
    <message>
        <source>Figures are worth something from some hundred on.</source>
        <translation>Ab einigen Hundert sind die Werte etwas wert.</translation>
    </message>
    <message>
        <source>EMA ramp</source>
        <translation>EMA-Anlauf</translation>
    </message>
    <message>
        <source>The average&apos;s half-life is at most this share of the images seen so far, so that early samples show what the networks draw by then. 0: the half-life holds from the start.</source>
        <translation>Die Halbwertszeit des Mittels ist höchstens dieser Anteil der bisher gesehenen Bilder, sodass frühe Samples zeigen, was die Netze dann zeichnen. 0: Die Halbwertszeit gilt von Anfang an.</translation>
    </message>
    <message>
        <source>Augment most of what D sees.</source>
        <translation>Das meiste augmentieren, was D sieht.</translation>
    </message>
    <message>
        <source>A Light GAN of narrow layers</source>
        <translation>Ein Light GAN mit schmalen Schichten</translation>
    </message>
    <message>
        <source>%1 distinct pictures are few: its discriminator also learns to rebuild what it sees, and so more from each.</source>
        <translation>%1 verschiedene Bilder sind wenige: Der Diskriminator lernt auch nachzubauen, was er sieht, und so mehr aus jedem.</translation>
    </message>
    <message>
        <source>Pictures of 64 px</source>
        <translation>Bilder von 64 px</translation>
    </message>
    <message>
        <source>The pictures are %1 px and have little more to show.</source>
        <translation>Die Bilder haben %1 px und kaum mehr zu zeigen.</translation>
    </message>
    <message>
        <source>64 px first, then 128 px</source>
        <translation>Erst 64 px, dann 128 px</translation>
    </message>
    <message>
        <source>64 px first, then 128 and 256 px</source>
        <translation>Erst 64 px, dann 128 und 256 px</translation>
    </message>
    <message>
        <source>The pictures have %1 px. Small ones are learnt soonest, and all but the newest layers keep their weights.</source>
        <translation>Die Bilder haben %1 px. Kleine sind am schnellsten gelernt, und alle Schichten bis auf die neuesten behalten ihre Gewichte.</translation>
    </message>
    <message>
        <source>Augmentations of three pictures in five</source>
        <translation>Augmentierungen von drei aus fünf Bildern</translation>
    </message>
    <message>
        <source>A penalty on the discriminator&apos;s slope every 4 steps</source>
        <translation>Alle 4 Schritte eine Strafe auf die Steigung des Diskriminators</translation>
    </message>
    <message>
        <source>It keeps the discriminator from growing so steep and so sure that the generator learns nothing.</source>
        <translation>Sie hält den Diskriminator davon ab, so steil und so sicher zu werden, dass der Generator nichts lernt.</translation>
    </message>
    <message>
        <source>Equal rates of 2e-4 and a longer average</source>
        <translation>Gleiche Raten von 2e-4 und ein längeres Mittel</translation>
    </message>
    <message>
        <source>Samples are of the average of the weights, which is calmer than they are.</source>
        <translation>Samples sind vom Mittel der Gewichte, das ruhiger ist als diese.</translation>
    </message>
    <message>
        <source>Held out</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>The share of the pictures that is never trained on. Scores then say how much more real D finds those that it trains on: what it has learnt by heart.</source>
        <translation>Der Anteil der Bilder, mit denen nie trainiert wird. Bewertungen sagen dann, wie viel echter D die findet, mit denen er trainiert: was er auswendig gelernt hat.</translation>
    </message>
    <message>
        <source>Costs its pictures. From some hundred pictures on, 10 % tells enough.</source>
        <translation>Kostet diese Bilder. Ab einigen hundert Bildern sagen 10 % genug.</translation>
    </message>
    <message>
        <source>D overfits</source>
        <translation>D passt sich zu sehr an</translation>
    </message>
    <message>
        <source>What D knows of its own pictures alone it cannot teach G, which then copies them or stands still.</source>
        <translation>Was D nur von den eigenen Bildern weiß, kann er G nicht lehren: G kopiert sie dann oder steht still.</translation>
    </message>
    <message>
        <source>this processor computes products in bf16 at %1 times its speed in fp32</source>
        <translation>dieser Prozessor rechnet Produkte in bf16 mit dem %1-Fachen seiner Geschwindigkeit in fp32</translation>
    </message>
    <message>
        <source>this processor has no vectors for bf16</source>
        <translation>dieser Prozessor hat keine Vektoren für bf16</translation>
    </message>
    <message>
        <source>bf16 saves memory here, not time. Choose fp32, or Automatic, where memory is not short.</source>
        <translation>bf16 spart hier Speicher, keine Zeit. fp32 oder Automatisch wählen, wo der Speicher nicht knapp ist.</translation>
    </message>
    <message>
        <source>PNG, JPEG, WebP and GIF files count, those in folders within do not.</source>
        <translation>PNG-, JPEG-, WebP- und GIF-Dateien zählen, die in Ordnern darin nicht.</translation>
    </message>
    <message>
        <source>scoring was stopped</source>
        <translation>die Bewertung wurde angehalten</translation>
    </message>
    <message>
        <source>Pad the pictures to squares, so that nothing of them is cut off.</source>
        <translation>Die Bilder zu Quadraten auffüllen, damit nichts von ihnen abgeschnitten wird.</translation>
    </message>
    <message>
        <source>augment.adapt: no augmentation is on whose strength could adapt; switch one on, diffaug.translation for example</source>
        <translation>augment.adapt: keine Augmentierung ist an, deren Stärke sich anpassen könnte; eine einschalten, zum Beispiel diffaug.translation</translation>
    </message>
    <message>
        <source>checkpoint.best: MMD is one of CLIP&apos;s features; set scores.features to clip</source>
        <translation>checkpoint.best: MMD ist eine von CLIPs Merkmalen; scores.features auf clip setzen</translation>
    </message>
    <message>
        <source>checkpoint.best: D&apos;s gap needs pictures that are held out; set data.held_out</source>
        <translation>checkpoint.best: Ds Abstand braucht zurückgehaltene Bilder; data.held_out setzen</translation>
    </message>
    <message>
        <source>MMD</source>
        <translation>MMD</translation>
    </message>
    <message>
        <source>MS-SSIM</source>
        <translation>MS-SSIM</translation>
    </message>
    <message>
        <source>D&apos;s gap</source>
        <translation>Ds Abstand</translation>
    </message>
    <message>
        <source>Share of the pictures that D sees augmented, each drawn by itself. 0: none. What adaptive strength begins with.</source>
        <translation>Anteil der Bilder, die D augmentiert sieht, für jedes einzeln gezogen. 0: keine. Womit eine anpassende Stärke beginnt.</translation>
    </message>
    <message>
        <source>The data set has %4 pictures, few for %5 px, and nothing makes more of them.</source>
        <translation>Der Datensatz hat %4 Bilder, wenige für %5 px, und nichts macht mehr daraus.</translation>
    </message>
    <message>
        <source>the engine did not start</source>
        <translation>die Engine ist nicht gestartet</translation>
    </message>
    <message>
        <source>headroom-cli doctor says what is missing.</source>
        <translation>headroom-cli doctor sagt, was fehlt.</translation>
    </message>
    <message>
        <source>prompts: every prompt of phrase %1 of the story is switched off; switch one on, or remove the phrase</source>
        <translation>prompts: jeder Prompt von Satz %1 der Geschichte ist ausgeschaltet; einen einschalten oder den Satz entfernen</translation>
    </message>
    <message>
        <source>peak once %1 is %2</source>
        <translation>Spitze, sobald %1 %2 ist</translation>
    </message>
    <message>
        <source>once %1 is %2: %3</source>
        <translation>sobald %1 %2 ist: %3</translation>
    </message>
    <message>
        <source>%1, needed once %2 is %3</source>
        <translation>%1, nötig, sobald %2 %3 ist</translation>
    </message>
    <message>
        <source>%1 once %2 is %3</source>
        <translation>%1, sobald %2 %3 ist</translation>
    </message>
    <message>
        <source>%1: no configuration says which activation it was trained with, so quick_gelu, that of OpenAI&apos;s models, is assumed. If that is wrong, put its open_clip_config.json or config.json beside it.</source>
        <translation>%1: Keine Konfiguration sagt, mit welcher Aktivierung es trainiert wurde, also wird quick_gelu angenommen, die von OpenAIs Modellen. Wenn das nicht stimmt, seine open_clip_config.json oder config.json daneben legen.</translation>
    </message>
    <message>
        <source>%1: no configuration says which activation it was trained with, so gelu, that of open_clip&apos;s models of this width, is assumed. If that is wrong, put its open_clip_config.json or config.json beside it.</source>
        <translation>%1: Keine Konfiguration sagt, mit welcher Aktivierung es trainiert wurde, also wird gelu angenommen, die von open_clips Modellen dieser Breite. Wenn das nicht stimmt, seine open_clip_config.json oder config.json daneben legen.</translation>
    </message>
    <message>
        <source>vqgan.file: %1 holds no encoder, which start pictures, a change of size, motion and overlays need</source>
        <translation>vqgan.file: %1 enthält keinen Encoder, den Startbilder, eine andere Größe, Bewegung und Überlagerungen brauchen</translation>
    </message>
    <message>
        <source>Choose a VQGAN with its encoder, or start from codes and leave the others out.</source>
        <translation>Ein VQGAN mit Encoder wählen oder mit Codes beginnen und die anderen weglassen.</translation>
    </message>
    <message>
        <source>scores.weights: Inception&apos;s features need a file of its weights; name that of pytorch-fid or torch-fidelity, or choose other scores.features</source>
        <translation>scores.weights: Die Merkmale von Inception brauchen eine Datei mit dessen Gewichten; die von pytorch-fid oder torch-fidelity nennen oder andere scores.features wählen</translation>
    </message>
    <message>
        <source>bf16 and fp16 about halve the activations. fp16: GANs on a GPU only; TF32 acts on NVIDIA GPUs only. On many processors bf16 saves memory, not time: a run says so as it starts.</source>
        <translation>bf16 und fp16 halbieren die Aktivierungen etwa. fp16: nur GANs auf einer GPU; TF32 wirkt nur auf GPUs von NVIDIA. Auf vielen Prozessoren spart bf16 Speicher, keine Zeit: Ein Lauf sagt es, wenn er beginnt.</translation>
    </message>
    <message>
        <source>A folder of pictures, of CIFAR-10&apos;s binary version (cifar-10-binary.tar.gz, unpacked) or of MNIST, or &apos;shapes&apos; for the built-in pictures.</source>
        <translation>Ein Ordner mit Bildern, mit der binären Fassung von CIFAR-10 (cifar-10-binary.tar.gz, entpackt) oder mit MNIST, oder „shapes“ für die eingebauten Bilder.</translation>
    </message>
    <message>
        <source>All random numbers follow from it: the same seed and settings give the same run, with a fixed number of threads (on a GPU: deterministic), on the same kind of processor.</source>
        <translation>Alle Zufallszahlen folgen daraus: Derselbe Seed und dieselben Einstellungen ergeben denselben Lauf, mit fester Anzahl Threads (auf einer GPU: deterministisch), auf der gleichen Art von Prozessor.</translation>
    </message>
    <message>
        <source>Best match: the picture of the built-in library that fits the prompts best; the library belongs to the built-in models, with others it is noise. Noise: random codes. Grain and gradient: pixels, encoded. Folder: each of its pictures in turn, for films and batches.</source>
        <translation>Passendstes: das Bild der eingebauten Sammlung, das am besten zu den Prompts passt; die Sammlung gehört zu den eingebauten Modellen, bei anderen ist es Rauschen. Rauschen: zufällige Codes. Körnung und Verlauf: Pixel, encodiert. Ordner: jedes seiner Bilder der Reihe nach, für Filme und Stapel.</translation>
    </message>
    <message>
        <source>once %1 is %2</source>
        <translation>sobald %1 %2 ist</translation>
    </message>
    <message>
        <source>Curves of losses do not say whether samples get better; scores do, and cost a few per cent of the time at most.</source>
        <translation>Loss-Kurven sagen nicht, ob die Samples besser werden; Bewertungen tun es und kosten höchstens wenige Prozent der Zeit.</translation>
    </message>
    <message>
        <source>A tenth of the pictures held out</source>
        <translation>Ein Zehntel der Bilder zurückgehalten</translation>
    </message>
    <message>
        <source>Of %1 distinct pictures nine tenths teach as much; the others show when the discriminator knows its own by heart.</source>
        <translation>Von %1 verschiedenen Bildern lehren neun Zehntel ebenso viel; die übrigen zeigen, wann der Diskriminator die seinen auswendig kennt.</translation>
    </message>
    <message>
        <source>Bilinear enlarging in the generator</source>
        <translation>Bilineares Vergrößern im Generator</translation>
    </message>
    <message>
        <source>Transposed convolutions leave checkerboards and repeated pixels leave lines; both show wherever there is no edge, and %1 of the pixels lie on one.</source>
        <translation>Transponierte Faltungen hinterlassen Schachbretter und wiederholte Pixel Linien; beides sieht man überall, wo keine Kante ist, und auf einer liegen %1 der Pixel.</translation>
    </message>
    <message>
        <source>%1 steps at most</source>
        <translation>Höchstens %1 Schritte</translation>
    </message>
    <message>
        <source>The run is scored when it goes on.</source>
        <translation>Der Lauf wird bewertet, wenn er weitergeht.</translation>
    </message>
    <message>
        <source>How the generator doubles the resolution. Transposed convolutions of 4 x 4 are the classic DCGAN; repeating pixels before 3 x 3 convolutions leaves no checkerboards but can leave horizontal and vertical lines, bilinear enlarging leaves neither.</source>
        <translation>Wie der Generator die Auflösung verdoppelt. Transponierte Faltungen von 4 x 4 sind der klassische DCGAN; Pixel vor Faltungen von 3 x 3 zu wiederholen hinterlässt keine Schachbretter, aber manchmal waagerechte und senkrechte Linien, bilineares Vergrößern keins von beiden.</translation>
    </message>
    <message>
        <source>Resizing and bilinear enlarging take about half of the weights and no more memory.</source>
        <translation>Wiederholen und bilineares Vergrößern brauchen etwa die Hälfte der Gewichte und nicht mehr Speicher.</translation>
    </message>
    <message>
        <source>Bilinear, then convolve</source>
        <translation>Bilinear, dann falten</translation>
    </message>
    <message>
        <source>What makes a checkpoint the best one, which is never deleted. By one of the scores a scored step that is better than all before is saved at once. MMD needs CLIP&apos;s features, D&apos;s gap pictures that are held out. By MS-SSIM or copies alone noise is best, which is like nothing else: watch the other scores too.</source>
        <translation>Was einen Checkpoint zum besten macht, der nie gelöscht wird. Nach einer der Bewertungen wird ein bewerteter Schritt, der besser als alle davor ist, sofort gespeichert. MMD braucht CLIPs Merkmale, Ds Abstand zurückgehaltene Bilder. Nach MS-SSIM oder Kopien allein ist Rauschen das Beste, das nichts anderem gleicht: auch auf die anderen Werte achten.</translation>
    </message>
    <message>
        <source>Precision score</source>
        <translation>Precision (Bewertung)</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Recall</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Layers that enlarge leave a lattice: strided ones where their kernels overlap unevenly, repeated pixels along rows and columns. It rarely goes away by itself.</source>
        <translation>Schichten, die vergrößern, hinterlassen ein Gitter: solche mit Schrittweite, wo sich ihre Kerne ungleich überlappen, wiederholte Pixel entlang von Zeilen und Spalten. Es geht selten von selbst weg.</translation>
    </message>
    <message>
        <source>No layer gets wider than this.</source>
        <translation>Keine Schicht wird breiter.</translation>
    </message>
    <message>
        <source>Width times side</source>
        <translation>Breite mal Seite</translation>
    </message>
    <message>
        <source>channels px</source>
        <translation>Kanäle px</translation>
    </message>
    <message>
        <source>Layers of a side s have so many / s channels, up to the width cap: a power of two. 4096 is lightweight-gan&apos;s.</source>
        <translation>Schichten der Seite s haben so viele / s Kanäle, bis zur Breitengrenze: eine Zweierpotenz. 4096 ist der Wert von lightweight-gan.</translation>
    </message>
    <message>
        <source>Time and activations of the high resolutions grow with it.</source>
        <translation>Zeit und Aktivierungen der hohen Auflösungen wachsen damit.</translation>
    </message>
    <message>
        <source>Attention at 32 px in D</source>
        <translation>Attention bei 32 px in D</translation>
    </message>
    <message>
        <source>D&apos;s second look, at the whole picture in 32 px, attends as lightweight-gan&apos;s does. FastGAN&apos;s does not.</source>
        <translation>Ds zweiter Blick, auf das ganze Bild in 32 px, hat Attention wie der von lightweight-gan. Der von FastGAN hat keine.</translation>
    </message>
    <message>
        <source>Most of D&apos;s time where the networks are narrow.</source>
        <translation>Der größte Teil von Ds Zeit, wo die Netze schmal sind.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: fine horizontal and vertical lines stand out of the samples %3 times as much as of the pictures.</source>
        <translation>Schritte %1 bis %2: Feine waagerechte und senkrechte Linien treten in den Samples %3-mal so stark hervor wie in den Bildern.</translation>
    </message>
    <message>
        <source>%3 of the pictures that were looked at all but repeat another one.</source>
        <translation>%3 der angesehenen Bilder wiederholen nahezu ein anderes.</translation>
    </message>
    <message>
        <source>Begin anew with a generator that enlarges bilinearly before it convolves, which leaves no lattice.</source>
        <translation>Neu beginnen mit einem Generator, der bilinear vergrößert, bevor er faltet, was kein Gitter hinterlässt.</translation>
    </message>
    <message>
        <source>Whole pictures on black</source>
        <translation>Ganze Bilder auf Schwarz</translation>
    </message>
    <message>
        <source>%1 of the pictures are not square: cropping would cut what they show.</source>
        <translation>%1 der Bilder sind nicht quadratisch: Ein Zuschnitt würde abschneiden, was sie zeigen.</translation>
    </message>
    <message>
        <source>%1 of the pictures are not square and %2 lie on black: cropping would cut what they show.</source>
        <translation>%1 der Bilder sind nicht quadratisch, und %2 liegen auf Schwarz: Ein Zuschnitt würde abschneiden, was sie zeigen.</translation>
    </message>
    <message>
        <source>Whole pictures on grey</source>
        <translation>Ganze Bilder auf Grau</translation>
    </message>
    <message>
        <source>%1 of the pictures are not square and %2 lie on grey: cropping would cut what they show.</source>
        <translation>%1 der Bilder sind nicht quadratisch, und %2 liegen auf Grau: Ein Zuschnitt würde abschneiden, was sie zeigen.</translation>
    </message>
    <message>
        <source>Whole pictures, padded to squares</source>
        <translation>Ganze Bilder, zu Quadraten aufgefüllt</translation>
    </message>
    <message>
        <source>%1 of the pictures would lose more than a third to a crop, and often what they are about.</source>
        <translation>%1 der Bilder verlören durch einen Zuschnitt mehr als ein Drittel, und oft das, worum es geht.</translation>
    </message>
    <message>
        <source>Transparent pictures on black</source>
        <translation>Durchsichtige Bilder auf Schwarz</translation>
    </message>
    <message>
        <source>%1 of the pictures are nearly white on nothing, and could not be seen on white.</source>
        <translation>%1 der Bilder sind fast weiß auf nichts und wären auf Weiß nicht zu sehen.</translation>
    </message>
    <message>
        <source>Pictures as they are, not mirrored</source>
        <translation>Bilder, wie sie sind, nicht gespiegelt</translation>
    </message>
    <message>
        <source>Grey pictures on white may show text, which mirroring would spoil. Switch it on if they show none.</source>
        <translation>Graue Bilder auf Weiß zeigen vielleicht Text, den Spiegeln verdürbe. Einschalten, wenn sie keinen zeigen.</translation>
    </message>
    <message>
        <source>Batches of %1</source>
        <translation>Batches von %1</translation>
    </message>
    <message>
        <source>A Light GAN of the usual widths</source>
        <translation>Ein Light GAN mit den üblichen Breiten</translation>
    </message>
    <message>
        <source>%1 distinct pictures of %2 px show more than a DCGAN draws.</source>
        <translation>%1 verschiedene Bilder von %2 px zeigen mehr, als ein DCGAN zeichnet.</translation>
    </message>
    <message>
        <source>the run goes on with other pictures</source>
        <translation>der Lauf geht mit anderen Bildern weiter</translation>
    </message>
    <message>
        <source>the preview failed unexpectedly</source>
        <translation>die Vorschau ist unerwartet fehlgeschlagen</translation>
    </message>
    <message>
        <source>scoring failed unexpectedly</source>
        <translation>die Bewertung ist unerwartet fehlgeschlagen</translation>
    </message>
    <message>
        <source>the forecast failed unexpectedly</source>
        <translation>die Prognose ist unerwartet fehlgeschlagen</translation>
    </message>
    <message>
        <source>the export failed unexpectedly</source>
        <translation>der Export ist unerwartet fehlgeschlagen</translation>
    </message>
    <message>
        <source>what was asked for failed unexpectedly</source>
        <translation>das Gewünschte ist unerwartet fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1: is where the run keeps its own files</source>
        <translation>%1: Dort liegen die eigenen Dateien des Laufs</translation>
    </message>
    <message>
        <source>Choose another name or folder.</source>
        <translation>Einen anderen Namen oder Ordner wählen.</translation>
    </message>
    <message>
        <source>the system had no memory left for this process</source>
        <translation>das System hatte keinen Speicher mehr für diesen Prozess</translation>
    </message>
    <message>
        <source>there is no folder of yours for LibTorch, as HOME is not set</source>
        <translation>es gibt keinen eigenen Ordner für LibTorch, weil HOME nicht gesetzt ist</translation>
    </message>
    <message>
        <source>Set HOME, or let root install it for all users: headroom-cli setup --system.</source>
        <translation>HOME setzen, oder root installiert es für alle: headroom-cli setup --system.</translation>
    </message>
    <message>
        <source>%1 is being fetched by another process, too</source>
        <translation>%1 wird auch von einem anderen Prozess geholt</translation>
    </message>
    <message>
        <source>Wait until that one is done, then start again.</source>
        <translation>Warten, bis dieser fertig ist, dann erneut beginnen.</translation>
    </message>
    <message>
        <source>Each stage takes four times the memory of the one before. Before the start the forecast is of the stage that takes most, in a run of the present one.</source>
        <translation>Jede Stufe braucht viermal so viel Speicher wie die davor. Vor dem Start gilt die Prognose der Stufe, die am meisten braucht, im Lauf der jetzigen.</translation>
    </message>
    <message>
        <source>The R1 penalty is applied every so many steps, in the first of their D steps (ratio.d), and weighted by all D steps until the next time.</source>
        <translation>Der R1-Term wirkt alle so viele Schritte, im ersten ihrer D-Schritte (ratio.d), und wird mit allen D-Schritten bis zum nächsten Mal gewichtet.</translation>
    </message>
    <message>
        <source>Some seconds each time, minutes with Inception or a large CLIP on a processor; the log says how long. Longer the first time, which looks at up to 20,000 pictures of the data (with Inception or a large CLIP on a processor 2,000). Within the reserve. Training waits, and goes on as it would have without.</source>
        <translation>Jedes Mal einige Sekunden, mit Inception oder einem großen CLIP auf einem Prozessor Minuten; das Protokoll sagt, wie lange. Beim ersten Mal länger, weil bis zu 20.000 Bilder der Daten angesehen werden (mit Inception oder einem großen CLIP auf einem Prozessor 2.000). In der Reserve. Das Training wartet und geht weiter, wie es ohne weitergegangen wäre.</translation>
    </message>
    <message>
        <source>At step %2 D found pictures that it trains on more real than held-out ones in %3 of all pairs, %4 times the error apart.</source>
        <translation>Bei Schritt %2 fand D in %3 aller Paare Bilder, mit denen er trainiert, echter als zurückgehaltene, um das %4-Fache des Fehlers.</translation>
    </message>
    <message>
        <source>Steps %1 to %2: the samples change by %3 of their contrast, the losses by %4 and %5, at %6 times the usual learning rate at most.</source>
        <translation>Schritte %1 bis %2: Die Samples ändern sich um %3 ihres Kontrasts, die Losses um %4 und %5, beim höchstens %6-Fachen der üblichen Lernrate.</translation>
    </message>
    <message>
        <source>Scores every %1 steps, and the checkpoint of the best KID is kept</source>
        <translation>Bewertungen alle %1 Schritte, und der Checkpoint mit dem besten KID bleibt</translation>
    </message>
    <message>
        <source>%1: %2 holds whole numbers (%3), not weights</source>
        <translation>%1: %2 enthält ganze Zahlen (%3), keine Gewichte</translation>
    </message>
    <message>
        <source>Quantised weights cannot be used; get them in float32 or float16.</source>
        <translation>Quantisierte Gewichte sind nicht verwendbar; in float32 oder float16 besorgen.</translation>
    </message>
    <message>
        <source>%1, with its discriminator, %2 px, %3 million numbers</source>
        <translation>%1, mit seinem Diskriminator, %2 px, %3 Millionen Zahlen</translation>
    </message>
    <message>
        <source>DCGAN generator, %1 px, %2 million numbers</source>
        <translation>DCGAN-Generator, %1 px, %2 Millionen Zahlen</translation>
    </message>
    <message>
        <source>DCGAN discriminator, %1 px, %2 million numbers</source>
        <translation>DCGAN-Diskriminator, %1 px, %2 Millionen Zahlen</translation>
    </message>
    <message>
        <source>Light GAN generator, %1 px, %2 million numbers</source>
        <translation>Light-GAN-Generator, %1 px, %2 Millionen Zahlen</translation>
    </message>
    <message>
        <source>Light GAN, %1 px, %2 million numbers</source>
        <translation>Light GAN, %1 px, %2 Millionen Zahlen</translation>
    </message>
    <message>
        <source>VQGAN f%1, %2 codes, %3 million numbers, without an encoder</source>
        <translation>VQGAN f%1, %2 Codes, %3 Millionen Zahlen, ohne Encoder</translation>
    </message>
    <message>
        <source>VQGAN f%1, %2 codes, %3 million numbers</source>
        <translation>VQGAN f%1, %2 Codes, %3 Millionen Zahlen</translation>
    </message>
    <message>
        <source>VQGAN (Gumbel) f%1, %2 codes, %3 million numbers, without an encoder</source>
        <translation>VQGAN (Gumbel) f%1, %2 Codes, %3 Millionen Zahlen, ohne Encoder</translation>
    </message>
    <message>
        <source>VQGAN (Gumbel) f%1, %2 codes, %3 million numbers</source>
        <translation>VQGAN (Gumbel) f%1, %2 Codes, %3 Millionen Zahlen</translation>
    </message>
    <message>
        <source>CLIP ViT/%1, %2 px, %3 million numbers</source>
        <translation>CLIP ViT/%1, %2 px, %3 Millionen Zahlen</translation>
    </message>
    <message>
        <source>CLIP ResNet, %1 px, %2 million numbers</source>
        <translation>CLIP ResNet, %1 px, %2 Millionen Zahlen</translation>
    </message>
    <message>
        <source>Inception v3 of FID, %1 million numbers</source>
        <translation>Inception v3 der FID, %1 Millionen Zahlen</translation>
    </message>
    <message>
        <source>network that enlarges pictures</source>
        <translation>Netz, das Bilder vergrößert</translation>
    </message>
    <message>
        <source>no network that Headroom knows</source>
        <translation>kein Netz, das Headroom kennt</translation>
    </message>
    <message>
        <source>%1 holds %2 where %3 is wanted</source>
        <translation>%1 enthält %2, gewünscht ist %3</translation>
    </message>
    <message>
        <source>none of the kinds that Headroom knows</source>
        <translation>keine der Arten, die Headroom kennt</translation>
    </message>
    <message>
        <source>a VQGAN</source>
        <translation>ein VQGAN</translation>
    </message>
    <message>
        <source>a CLIP</source>
        <translation>ein CLIP</translation>
    </message>
    <message>
        <source>an Inception v3</source>
        <translation>ein Inception v3</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensors: %3</source>
        <translation>%1 fehlen %2 Tensoren: %3</translation>
    </message>
    <message>
        <source>The file is incomplete or of a variant that Headroom does not have.</source>
        <translation>Die Datei ist unvollständig oder von einer Variante, die Headroom nicht hat.</translation>
    </message>
    <message>
        <source>%1 has %2 tensors of another shape: %3</source>
        <translation>%1 hat %2 Tensoren anderer Form: %3</translation>
    </message>
    <message>
        <source>The file is of a variant that Headroom does not have.</source>
        <translation>Die Datei ist von einer Variante, die Headroom nicht hat.</translation>
    </message>
    <message>
        <source>no NVIDIA driver was found</source>
        <translation>kein NVIDIA-Treiber gefunden</translation>
    </message>
    <message>
        <source>Install the driver of the GPU, or train on the CPU.</source>
        <translation>Den Treiber der GPU installieren oder auf der CPU trainieren.</translation>
    </message>
    <message>
        <source>the NVIDIA driver is too old: it knows CUDA %1.%2, at least %3.%4 is needed</source>
        <translation>der NVIDIA-Treiber ist zu alt: er kennt CUDA %1.%2, nötig ist mindestens %3.%4</translation>
    </message>
    <message>
        <source>the NVIDIA driver sees no GPU</source>
        <translation>der NVIDIA-Treiber sieht keine GPU</translation>
    </message>
    <message>
        <source>the driver lists no device</source>
        <translation>der Treiber nennt kein Gerät</translation>
    </message>
    <message>
        <source>too old: compute capability %1.%2, at least %3.%4 is needed</source>
        <translation>zu alt: Compute Capability %1.%2, nötig ist mindestens %3.%4</translation>
    </message>
    <message>
        <source>compute capability %1.%2</source>
        <translation>Compute Capability %1.%2</translation>
    </message>
    <message>
        <source>the CUDA module (%1) is not beside the program</source>
        <translation>das CUDA-Modul (%1) liegt nicht neben dem Programm</translation>
    </message>
    <message>
        <source>Build with HEADROOM_CUDA=ON, or install Headroom again.</source>
        <translation>Mit HEADROOM_CUDA=ON bauen oder Headroom neu installieren.</translation>
    </message>
    <message>
        <source>the CUDA module %1 could not be loaded</source>
        <translation>das CUDA-Modul %1 ließ sich nicht laden</translation>
    </message>
    <message>
        <source>the CUDA module needs %1, which is not there</source>
        <translation>das CUDA-Modul braucht %1, das nicht da ist</translation>
    </message>
    <message>
        <source>headroom-cli setup --gpu fetches the NVIDIA libraries; in a checkout packaging/setup.sh --gpu does.</source>
        <translation>headroom-cli setup --gpu holt die Bibliotheken von NVIDIA; in einem Checkout packaging/setup.sh --gpu.</translation>
    </message>
    <message>
        <source>%1 is not Headroom&apos;s CUDA module: its entry points are missing</source>
        <translation>%1 ist nicht Headrooms CUDA-Modul: seine Einstiegspunkte fehlen</translation>
    </message>
    <message>
        <source>%1 is of another build: version %2, this program needs %3</source>
        <translation>%1 stammt von einem anderen Build: Version %2, dieses Programm braucht %3</translation>
    </message>
    <message>
        <source>Build or install Headroom again, all parts together.</source>
        <translation>Headroom neu bauen oder installieren, alle Teile zusammen.</translation>
    </message>
    <message>
        <source>the CUDA module %1 did not start</source>
        <translation>das CUDA-Modul %1 ist nicht gestartet</translation>
    </message>
    <message>
        <source>the CUDA library failed without a message</source>
        <translation>die CUDA-Bibliothek schlug ohne Meldung fehl</translation>
    </message>
    <message>
        <source>%1 asks for them; change or unset it</source>
        <translation>%1 verlangt sie; ändern oder löschen</translation>
    </message>
    <message>
        <source>device: no GPU can be used: %1</source>
        <translation>device: keine GPU ist benutzbar: %1</translation>
    </message>
    <message>
        <source>no GPU can be used: %1</source>
        <translation>keine GPU ist benutzbar: %1</translation>
    </message>
    <message>
        <source>device: there is no %1: %2</source>
        <translation>device: %1 gibt es nicht: %2</translation>
    </message>
    <message>
        <source>device: there is no %1</source>
        <translation>device: %1 gibt es nicht</translation>
    </message>
    <message>
        <source>device: cuda:%1 (%2) cannot be used: %3</source>
        <translation>device: cuda:%1 (%2) ist nicht benutzbar: %3</translation>
    </message>
    <message>
        <source>cuda:%1 (%2) cannot be used: %3</source>
        <translation>cuda:%1 (%2) ist nicht benutzbar: %3</translation>
    </message>
    <message>
        <source>device: cuda:%1 cannot be used: %2</source>
        <translation>device: cuda:%1 ist nicht benutzbar: %2</translation>
    </message>
    <message>
        <source>cuda:%1 cannot be used: %2</source>
        <translation>cuda:%1 ist nicht benutzbar: %2</translation>
    </message>
    <message>
        <source>device: cuda:%1 could not be started: %2</source>
        <translation>device: cuda:%1 ließ sich nicht starten: %2</translation>
    </message>
    <message>
        <source>cuda:%1 could not be started: %2</source>
        <translation>cuda:%1 ließ sich nicht starten: %2</translation>
    </message>
    <message>
        <source>This machine has %1.</source>
        <translation>Dieser Rechner hat %1.</translation>
    </message>
    <message>
        <source>The run goes on with %1.</source>
        <translation>Der Lauf geht mit %1 weiter.</translation>
    </message>
    <message>
        <source>the CPU does not compute in %1: the run goes on in fp32</source>
        <translation>die CPU rechnet nicht in %1: der Lauf geht in fp32 weiter</translation>
    </message>
    <message>
        <source>On a GPU it can be set back to %1.</source>
        <translation>Auf einer GPU lässt es sich auf %1 zurückstellen.</translation>
    </message>
    <message>
        <source>%1 is at work already</source>
        <translation>%1 ist schon beschäftigt</translation>
    </message>
    <message>
        <source>the pictures are drawn on the CPU</source>
        <translation>die Bilder werden auf der CPU gezeichnet</translation>
    </message>
    <message>
        <source>%1 (%2) failed in %3 %4 (%5) and cannot be used until Headroom is started again</source>
        <translation>%1 (%2) ist in %3 %4 (%5) ausgefallen und erst nach einem Neustart von Headroom wieder benutzbar</translation>
    </message>
    <message>
        <source>%1 (%2) failed in %3 %4 and cannot be used until Headroom is started again</source>
        <translation>%1 (%2) ist in %3 %4 ausgefallen und erst nach einem Neustart von Headroom wieder benutzbar</translation>
    </message>
    <message>
        <source>%1 (%2) failed after %3 %4 and cannot be used until Headroom is started again</source>
        <translation>%1 (%2) ist nach %3 %4 ausgefallen und erst nach einem Neustart von Headroom wieder benutzbar</translation>
    </message>
    <message>
        <source>%1 (%2) failed before %3 %4 and cannot be used until Headroom is started again</source>
        <translation>%1 (%2) ist vor %3 %4 ausgefallen und erst nach einem Neustart von Headroom wieder benutzbar</translation>
    </message>
    <message>
        <source>%1 (%2) failed while %3 and cannot be used until Headroom is started again</source>
        <translation>%1 (%2) ist ausgefallen, während %3, und erst nach einem Neustart von Headroom wieder benutzbar</translation>
    </message>
    <message>
        <source>the tensor library failed while the model was taken back</source>
        <translation>Fehler der Tensorbibliothek, während das Modell zurückgeholt wurde</translation>
    </message>
    <message>
        <source>the tensor library failed while %1</source>
        <translation>Fehler der Tensorbibliothek, während %1</translation>
    </message>
    <message>
        <source>the tensor library failed before %1 %2</source>
        <translation>Fehler der Tensorbibliothek vor %1 %2</translation>
    </message>
    <message>
        <source>the tensor library failed in %1 %2 on %3</source>
        <translation>Fehler der Tensorbibliothek in %1 %2, auf %3</translation>
    </message>
    <message>
        <source>the tensor library failed in %1 %2</source>
        <translation>Fehler der Tensorbibliothek in %1 %2</translation>
    </message>
    <message>
        <source>the networks were built</source>
        <translation>die Netze gebaut wurden</translation>
    </message>
    <message>
        <source>the networks were loaded</source>
        <translation>die Netze geladen wurden</translation>
    </message>
    <message>
        <source>the data set was brought to it</source>
        <translation>der Datensatz dorthin gebracht wurde</translation>
    </message>
    <message>
        <source>a change was taken on</source>
        <translation>eine Änderung übernommen wurde</translation>
    </message>
    <message>
        <source>the run was scored</source>
        <translation>der Lauf bewertet wurde</translation>
    </message>
    <message>
        <source>pictures were looked at</source>
        <translation>Bilder angesehen wurden</translation>
    </message>
    <message>
        <source>the model was taken back</source>
        <translation>das Modell zurückgeholt wurde</translation>
    </message>
    <message>
        <source>the state was copied for the checkpoint</source>
        <translation>der Zustand für den Checkpoint kopiert wurde</translation>
    </message>
    <message>
        <source>NVML (%1) is not there</source>
        <translation>NVML (%1) ist nicht da</translation>
    </message>
    <message>
        <source>It comes with the NVIDIA driver.</source>
        <translation>Es gehört zum NVIDIA-Treiber.</translation>
    </message>
    <message>
        <source>NVML (%1) lacks %2</source>
        <translation>NVML (%1) fehlt %2</translation>
    </message>
    <message>
        <source>Install a newer NVIDIA driver.</source>
        <translation>Einen neueren NVIDIA-Treiber installieren.</translation>
    </message>
    <message>
        <source>NVML (%1) could not start: %2</source>
        <translation>NVML (%1) konnte nicht starten: %2</translation>
    </message>
    <message>
        <source>Restart the machine if the driver was just updated.</source>
        <translation>Den Rechner neu starten, wenn der Treiber gerade aktualisiert wurde.</translation>
    </message>
    <message>
        <source>NVML does not know the device %1: %2</source>
        <translation>NVML kennt das Gerät %1 nicht: %2</translation>
    </message>
    <message>
        <source>NVML could not read the memory of %1: %2</source>
        <translation>NVML konnte den Speicher von %1 nicht lesen: %2</translation>
    </message>
    <message>
        <source>NVML does not answer</source>
        <translation>NVML antwortet nicht</translation>
    </message>
    <message>
        <source>what other programs hold is not known before a run: %1</source>
        <translation>was andere Programme belegen, ist vor einem Lauf nicht bekannt: %1</translation>
    </message>
    <message>
        <source>what other programs hold cannot be told from this program&apos;s CUDA libraries: %1</source>
        <translation>was andere Programme belegen, ist von den CUDA-Bibliotheken dieses Programms nicht zu unterscheiden: %1</translation>
    </message>
    <message>
        <source>NVML does not say what this program holds beyond its tensors; that is counted among other programs</source>
        <translation>NVML sagt nicht, was dieses Programm außer seinen Tensoren belegt; das zählt zu anderen Programmen</translation>
    </message>
    <message>
        <source>the device is shared in slices, and NVML sees the whole of it</source>
        <translation>das Gerät ist in Scheiben geteilt, und NVML sieht es ganz</translation>
    </message>
    <message>
        <source>/proc could not be read</source>
        <translation>/proc ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>steps are not recorded as CUDA graphs: %1</source>
        <translation>Schritte werden nicht als CUDA-Graphen aufgezeichnet: %1</translation>
    </message>
    <message>
        <source>a step could not be recorded as a CUDA graph: %1</source>
        <translation>ein Schritt ließ sich nicht als CUDA-Graph aufzeichnen: %1</translation>
    </message>
    <message>
        <source>The run goes on step by step.</source>
        <translation>Der Lauf geht Schritt für Schritt weiter.</translation>
    </message>
    <message>
        <source>its kind of run does not offer it</source>
        <translation>Läufe dieser Art bieten es nicht</translation>
    </message>
    <message>
        <source>this GPU has no kernels of Headroom&apos;s own</source>
        <translation>diese GPU hat keine eigenen Kernel von Headroom</translation>
    </message>
    <message>
        <source>Adam&apos;s moments are in host memory (memory.optimiser_on_host)</source>
        <translation>Adams Momente liegen im Hauptspeicher (memory.optimiser_on_host)</translation>
    </message>
    <message>
        <source>the run&apos;s processes vote and add up within them</source>
        <translation>die Prozesse des Laufs stimmen darin ab und addieren</translation>
    </message>
    <message>
        <source>recorded steps leave too little memory for what else the run does, and are made one by one until a setting changes</source>
        <translation>aufgezeichnete Schritte lassen dem Lauf zu wenig Speicher für alles andere und werden einzeln gemacht, bis sich eine Einstellung ändert</translation>
    </message>
    <message>
        <source>Allow more memory or make the batch smaller, or set cuda.graphs to off.</source>
        <translation>Mehr Speicher erlauben, den Batch verkleinern oder cuda.graphs auf off setzen.</translation>
    </message>
    <message>
        <source>process %1 of %2 was stopped while the processes of the run came together</source>
        <translation>Prozess %1 von %2 wurde angehalten, während die Prozesse des Laufs zusammenkamen</translation>
    </message>
    <message>
        <source>Nothing was begun; start them again.</source>
        <translation>Nichts wurde begonnen; neu starten.</translation>
    </message>
    <message>
        <source>%1 is Headroom %2, process 0 is %3</source>
        <translation>%1 ist Headroom %2, Prozess 0 ist %3</translation>
    </message>
    <message>
        <source>Start the same version everywhere.</source>
        <translation>Überall dieselbe Version starten.</translation>
    </message>
    <message>
        <source>process %1, process %2 of %3 did not come within %4</source>
        <translation>Prozess %1, Prozess %2 von %3 kamen nicht binnen %4</translation>
    </message>
    <message>
        <source>process %1 of %2 did not come within %3</source>
        <translation>Prozess %1 von %2 kam nicht binnen %3</translation>
    </message>
    <message>
        <source>not all processes of %1 did not come within %2</source>
        <translation>nicht alle %1 Prozesse kamen binnen %2</translation>
    </message>
    <message>
        <source>Look whether all were started; HEADROOM_RANK_TIMEOUT sets how many seconds are waited.</source>
        <translation>Nachsehen, ob alle gestartet wurden; HEADROOM_RANK_TIMEOUT sagt, wie viele Sekunden gewartet wird.</translation>
    </message>
    <message>
        <source>port %1 is in use, so process 0 cannot listen there</source>
        <translation>Port %1 ist belegt, so dass Prozess 0 dort nicht lauschen kann</translation>
    </message>
    <message>
        <source>Set MASTER_PORT (torchrun: --master-port) to another one; --processes finds one by itself.</source>
        <translation>MASTER_PORT (torchrun: --master-port) auf einen anderen setzen; --processes findet selbst einen.</translation>
    </message>
    <message>
        <source>process 0 cannot listen on %1, port %2</source>
        <translation>Prozess 0 kann auf %1, Port %2, nicht lauschen</translation>
    </message>
    <message>
        <source>Look at MASTER_ADDR and MASTER_PORT.</source>
        <translation>MASTER_ADDR und MASTER_PORT ansehen.</translation>
    </message>
    <message>
        <source>process %1 has found nobody at %2, port %3, where the run&apos;s processes meet</source>
        <translation>Prozess %1 hat bei %2, Port %3, wo sich die Prozesse des Laufs treffen, niemanden gefunden</translation>
    </message>
    <message>
        <source>Look whether process 0 was started, and at MASTER_ADDR and MASTER_PORT.</source>
        <translation>Nachsehen, ob Prozess 0 gestartet wurde, und MASTER_ADDR und MASTER_PORT ansehen.</translation>
    </message>
    <message>
        <source>the processes of the run cannot talk: %1</source>
        <translation>die Prozesse des Laufs können nicht miteinander reden: %1</translation>
    </message>
    <message>
        <source>process 0 cannot listen</source>
        <translation>Prozess 0 kann nicht lauschen</translation>
    </message>
    <message>
        <source>process 0 cannot be reached at %1, port %2</source>
        <translation>Prozess 0 ist bei %1, Port %2, nicht erreichbar</translation>
    </message>
    <message>
        <source>Check the network between the machines and their names.</source>
        <translation>Das Netz zwischen den Rechnern und ihre Namen prüfen.</translation>
    </message>
    <message>
        <source>the processes&apos; first sum came out wrong on process %1</source>
        <translation>die erste Summe der Prozesse war auf Prozess %1 falsch</translation>
    </message>
    <message>
        <source>Start the same version, built for the same LibTorch, everywhere.</source>
        <translation>Überall dieselbe Version starten, für dasselbe LibTorch gebaut.</translation>
    </message>
    <message>
        <source>the module for runs of several processes (%1) is not beside the program</source>
        <translation>das Modul für Läufe mit mehreren Prozessen (%1) liegt nicht neben dem Programm</translation>
    </message>
    <message>
        <source>the module for sums of several GPUs (%1) is not beside the program</source>
        <translation>das Modul für Summen mehrerer GPUs (%1) liegt nicht neben dem Programm</translation>
    </message>
    <message>
        <source>the module for runs of several processes</source>
        <translation>das Modul für Läufe mit mehreren Prozessen</translation>
    </message>
    <message>
        <source>the module for sums of several GPUs</source>
        <translation>das Modul für Summen mehrerer GPUs</translation>
    </message>
    <message>
        <source>Install libgloo-dev and build again, or install Headroom again.</source>
        <translation>libgloo-dev installieren und neu bauen oder Headroom neu installieren.</translation>
    </message>
    <message>
        <source>Build Headroom where NCCL&apos;s headers are (packaging/setup.sh --gpu fetches them), or install it again.</source>
        <translation>Headroom dort bauen, wo NCCLs Header liegen (packaging/setup.sh --gpu holt sie), oder neu installieren.</translation>
    </message>
    <message>
        <source>the module %1 could not be loaded</source>
        <translation>das Modul %1 ließ sich nicht laden</translation>
    </message>
    <message>
        <source>%1 is not %2: its entry points are missing</source>
        <translation>%1 ist nicht %2: die Einstiegspunkte fehlen</translation>
    </message>
    <message>
        <source>The GPUs of the run add up through host memory: %1</source>
        <translation>Die GPUs des Laufs addieren über den Hauptspeicher: %1</translation>
    </message>
    <message>
        <source>The result is the same. For the quicker way start one process for each GPU, with NCCL&apos;s module beside the program everywhere.</source>
        <translation>Das Ergebnis ist dasselbe. Schneller geht es mit einem Prozess je GPU und überall NCCLs Modul neben dem Programm.</translation>
    </message>
    <message>
        <source>%1 has %2, process 0 has %3</source>
        <translation>%1 hat %2, Prozess 0 hat %3</translation>
    </message>
    <message>
        <source>%1 and %2 share the GPU %3, which NCCL refuses</source>
        <translation>%1 und %2 teilen sich die GPU %3, was NCCL ablehnt</translation>
    </message>
    <message>
        <source>it told nothing that can be read</source>
        <translation>er sagte nichts, das sich lesen lässt</translation>
    </message>
    <message>
        <source>the GPUs&apos; first sum came out wrong</source>
        <translation>die erste Summe der GPUs war falsch</translation>
    </message>
    <message>
        <source>the GPUs&apos; sum took longer than %1</source>
        <translation>die Summe der GPUs dauerte länger als %1</translation>
    </message>
    <message>
        <source>NCCL failed without a message</source>
        <translation>NCCL schlug ohne Meldung fehl</translation>
    </message>
    <message>
        <source>process %1 (pid %2 on %3) of %4 has ended</source>
        <translation>Prozess %1 (PID %2 auf %3) von %4 ist zu Ende</translation>
    </message>
    <message>
        <source>process %1 (pid %2 on %3) of %4 ended: %5</source>
        <translation>Prozess %1 (PID %2 auf %3) von %4 ist zu Ende: %5</translation>
    </message>
    <message>
        <source>process %1 (pid %2 on %3) of %4 ended unexpectedly</source>
        <translation>Prozess %1 (PID %2 auf %3) von %4 endete unerwartet</translation>
    </message>
    <message>
        <source>process %1 (pid %2 on %3) of %4 has not answered for %5</source>
        <translation>Prozess %1 (PID %2 auf %3) von %4 antwortet seit %5 nicht mehr</translation>
    </message>
    <message>
        <source>process %1 (pid %2 on %3) of %4 lives, but has kept the others waiting for %5</source>
        <translation>Prozess %1 (PID %2 auf %3) von %4 lebt, lässt die anderen aber seit %5 warten</translation>
    </message>
    <message>
        <source>process %1 (pid %2 on %3) of %4 lost the others after %5</source>
        <translation>Prozess %1 (PID %2 auf %3) von %4 verlor die anderen nach %5</translation>
    </message>
    <message>
        <source>process %1 of %2 has ended</source>
        <translation>Prozess %1 von %2 ist zu Ende</translation>
    </message>
    <message>
        <source>process %1 of %2 ended: %3</source>
        <translation>Prozess %1 von %2 ist zu Ende: %3</translation>
    </message>
    <message>
        <source>process %1 of %2 ended unexpectedly</source>
        <translation>Prozess %1 von %2 endete unerwartet</translation>
    </message>
    <message>
        <source>process %1 of %2 has not answered for %3</source>
        <translation>Prozess %1 von %2 antwortet seit %3 nicht mehr</translation>
    </message>
    <message>
        <source>process %1 of %2 lives, but has kept the others waiting for %3</source>
        <translation>Prozess %1 von %2 lebt, lässt die anderen aber seit %3 warten</translation>
    </message>
    <message>
        <source>process %1 of %2 lost the others after %3</source>
        <translation>Prozess %1 von %2 verlor die anderen nach %3</translation>
    </message>
    <message>
        <source>The newest checkpoint stands; resume the run from it with any number of processes.</source>
        <translation>Der neueste Checkpoint ist erhalten; den Lauf von ihm mit beliebig vielen Prozessen fortsetzen.</translation>
    </message>
    <message>
        <source>process 0 has ended the run: %1</source>
        <translation>Prozess 0 hat den Lauf beendet: %1</translation>
    </message>
    <message>
        <source>process 0 of the run has not said what is trained</source>
        <translation>Prozess 0 des Laufs hat nicht gesagt, was trainiert wird</translation>
    </message>
    <message>
        <source>process 0 of the run said something that cannot be understood</source>
        <translation>Prozess 0 des Laufs sagte etwas Unverständliches</translation>
    </message>
    <message>
        <source>process 0 said something that was not expected in a step</source>
        <translation>Prozess 0 sagte in einem Schritt etwas Unerwartetes</translation>
    </message>
    <message>
        <source>the parts of the processes could not be added up</source>
        <translation>die Teile der Prozesse ließen sich nicht addieren</translation>
    </message>
    <message>
        <source>data.path: these are not the pictures of process 0</source>
        <translation>data.path: das sind nicht die Bilder von Prozess 0</translation>
    </message>
    <message>
        <source>data.path: %1 has other pictures than process 0: %2 pictures of %3 px, %4 instead of %5 pictures of %6 px, %7</source>
        <translation>data.path: %1 hat andere Bilder als Prozess 0: %2 Bilder von %3 px, %4, statt %5 Bildern von %6 px, %7</translation>
    </message>
    <message>
        <source>Copy the same folder to every machine.</source>
        <translation>Denselben Ordner auf jeden Rechner kopieren.</translation>
    </message>
    <message>
        <source>%1 has other weights than process 0 at step %2</source>
        <translation>%1 hat bei Schritt %2 andere Gewichte als Prozess 0</translation>
    </message>
    <message>
        <source>Resume the run from a checkpoint of before; if it happens again, look at that machine&apos;s memory and whether all have the same kind of processor.</source>
        <translation>Den Lauf von einem früheren Checkpoint fortsetzen; geschieht es wieder, den Speicher jenes Rechners ansehen, und ob alle die gleiche Art von Prozessor haben.</translation>
    </message>
    <message>
        <source>the others had changed their data already</source>
        <translation>die anderen hatten ihre Daten schon gewechselt</translation>
    </message>
    <message>
        <source>batch.accumulate: %1 micro-batches a step cannot be shared out among %2 processes</source>
        <translation>batch.accumulate: %1 Micro-Batches je Schritt lassen sich nicht auf %2 Prozesse verteilen</translation>
    </message>
    <message>
        <source>cuts.count: %1 cutouts cannot be shared out among %2 processes</source>
        <translation>cuts.count: %1 Ausschnitte lassen sich nicht auf %2 Prozesse verteilen</translation>
    </message>
    <message>
        <source>The micro-batches of a step, or the cutouts of an iteration, are shared out: there must be as many as processes or more.</source>
        <translation>Die Micro-Batches eines Schritts oder die Ausschnitte eines Durchlaufs werden verteilt: Es muss mindestens so viele wie Prozesse geben.</translation>
    </message>
    <message>
        <source>%1 had no room in %2 %3: %4 more than the %5 that its tensors held</source>
        <translation>%1 hatte in %2 %3 keinen Platz: nötig waren %4 mehr als die %5, die seine Tensoren belegten</translation>
    </message>
    <message>
        <source>All processes repeat the step with what fits there.</source>
        <translation>Alle Prozesse wiederholen den Schritt mit dem, was dort passt.</translation>
    </message>
    <message>
        <source>process %1 (pid %2 on %3): %4</source>
        <translation>Prozess %1 (PID %2 auf %3): %4</translation>
    </message>
    <message>
        <source>process %1 (pid %2 on %3)</source>
        <translation>Prozess %1 (PID %2 auf %3)</translation>
    </message>
    <message>
        <source>cannot write %1: the disk is full (%2 needed, %3 free)</source>
        <translation>%1 lässt sich nicht schreiben: die Platte ist voll (%2 nötig, %3 frei)</translation>
    </message>
    <message>
        <source>cannot write &apos;%1&apos;: it is not a proper file name</source>
        <translation>„%1“ lässt sich nicht schreiben: kein brauchbarer Dateiname</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>%1 lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>cannot write or open %1</source>
        <translation>%1 lässt sich weder schreiben noch öffnen</translation>
    </message>
    <message>
        <source>cannot read the folder &apos;%1&apos;: %2.</source>
        <translation>der Ordner „%1“ lässt sich nicht lesen: %2.</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>%1 lässt sich nicht lesen: %2</translation>
    </message>
    <message>
        <source>cannot read a file without a proper name</source>
        <translation>eine Datei ohne brauchbaren Namen lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>die Platte ist voll</translation>
    </message>
    <message>
        <source>the disk quota is used up</source>
        <translation>das Plattenkontingent ist aufgebraucht</translation>
    </message>
    <message>
        <source>the file is larger than allowed here</source>
        <translation>die Datei ist größer, als hier erlaubt ist</translation>
    </message>
    <message>
        <source>the file system is read-only</source>
        <translation>das Dateisystem ist schreibgeschützt</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>no such file or folder</source>
        <translation>Datei oder Ordner nicht vorhanden</translation>
    </message>
    <message>
        <source>part of the path is not a folder</source>
        <translation>ein Teil des Pfads ist kein Ordner</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>its symbolic links run in a circle</source>
        <translation>die symbolischen Links laufen im Kreis</translation>
    </message>
    <message>
        <source>the name is too long</source>
        <translation>der Name ist zu lang</translation>
    </message>
    <message>
        <source>the disk reports an error</source>
        <translation>die Platte meldet einen Fehler</translation>
    </message>
    <message>
        <source>its folder takes no files</source>
        <translation>der Ordner nimmt keine Dateien auf</translation>
    </message>
    <message>
        <source>its folder does not exist</source>
        <translation>den Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>it is not an ordinary file</source>
        <translation>keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>Put the folder %1 back.</source>
        <translation>Den Ordner %1 zurücklegen.</translation>
    </message>
    <message>
        <source>Put back what was moved or deleted in %1.</source>
        <translation>Zurücklegen, was in %1 verschoben oder gelöscht wurde.</translation>
    </message>
    <message>
        <source>Make the folder %1 writable again.</source>
        <translation>Den Ordner %1 wieder beschreibbar machen.</translation>
    </message>
    <message>
        <source>Check the disk and its cable.</source>
        <translation>Die Platte und ihr Kabel prüfen.</translation>
    </message>
    <message>
        <source>Check the folder&apos;s permissions and the disk.</source>
        <translation>Die Rechte des Ordners und die Platte prüfen.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>%1 is in use by another program</source>
        <translation>%1 wird von einem anderen Programm benutzt</translation>
    </message>
    <message>
        <source>Close the other program.</source>
        <translation>Das andere Programm schließen.</translation>
    </message>
    <message>
        <source>not enough memory to read %1</source>
        <translation>zu wenig Speicher, um %1 zu lesen</translation>
    </message>
    <message>
        <source>the log file %1 cannot be written</source>
        <translation>die Protokolldatei %1 lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>Check that its folder exists and is writable and that the disk is not full.</source>
        <translation>Prüfen, ob ihr Ordner da und beschreibbar ist und die Platte nicht voll.</translation>
    </message>
    <message>
        <source>%1 is too large: %2, at most %3 expected</source>
        <translation>%1 ist zu groß: %2, höchstens %3 erwartet</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 gibt es nicht</translation>
    </message>
    <message>
        <source>%1 is empty</source>
        <translation>%1 ist leer</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2</source>
        <translation>%1 lässt sich nicht starten: %2</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>kein Grund genannt</translation>
    </message>
    <message>
        <source>%1: expects true or false</source>
        <translation>%1: erwartet true oder false</translation>
    </message>
    <message>
        <source>%1: expects a size such as 6GiB or a number of bytes</source>
        <translation>%1: erwartet eine Größe wie 6GiB oder eine Anzahl Bytes</translation>
    </message>
    <message>
        <source>%1: expects a text in quotes</source>
        <translation>%1: erwartet einen Text in Anführungszeichen</translation>
    </message>
    <message>
        <source>%1: expects text</source>
        <translation>%1: erwartet einen Text</translation>
    </message>
    <message>
        <source>%1: expects a single value, not a list or an object</source>
        <translation>%1: erwartet einen einzelnen Wert, keine Liste und kein Objekt</translation>
    </message>
    <message>
        <source>%1: is given twice, first in line %2</source>
        <translation>%1: steht zweimal da, zuerst in Zeile %2</translation>
    </message>
    <message>
        <source>%1: no such setting</source>
        <translation>%1: keine solche Einstellung</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is not a single JSON value</source>
        <translation>%1: „%2“ ist kein einzelner JSON-Wert</translation>
    </message>
    <message>
        <source>%1: %2 is too large</source>
        <translation>%1: %2 ist zu groß</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not percent-encoded</source>
        <translation>„%1“ ist nicht prozentkodiert</translation>
    </message>
    <message>
        <source>After bytes: each % is followed by two hexadecimal digits.</source>
        <translation>Nach bytes: folgen jedem % zwei hexadezimale Ziffern.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a size</source>
        <translation>„%1“ ist keine Größe</translation>
    </message>
    <message>
        <source>Write a number with a unit, for example 6GiB, 512MiB or 8GB.</source>
        <translation>Eine Zahl mit Einheit schreiben, zum Beispiel 6GiB, 512MiB oder 8GB.</translation>
    </message>
    <message>
        <source>Run headroom-cli train dcgan --help for the list of settings.</source>
        <translation>headroom-cli train dcgan --help zeigt die Liste der Einstellungen.</translation>
    </message>
    <message>
        <source>Did you mean %1?</source>
        <translation>War %1 gemeint?</translation>
    </message>
    <message>
        <source>Delete one of them.</source>
        <translation>Eine davon löschen.</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>the file is not complete JSON: it ends too early</source>
        <translation>die Datei ist kein vollständiges JSON: sie endet zu früh</translation>
    </message>
    <message>
        <source>The file may be cut off; write it again.</source>
        <translation>Die Datei ist vielleicht abgeschnitten; neu schreiben.</translation>
    </message>
    <message>
        <source>the file is not valid JSON near &apos;%1&apos;</source>
        <translation>die Datei ist bei „%1“ kein gültiges JSON</translation>
    </message>
    <message>
        <source>the file is not valid JSON</source>
        <translation>die Datei ist kein gültiges JSON</translation>
    </message>
    <message>
        <source>the file does not hold a JSON object</source>
        <translation>die Datei enthält kein JSON-Objekt</translation>
    </message>
    <message>
        <source>A configuration is one JSON object with a setting per line.</source>
        <translation>Eine Konfiguration ist ein JSON-Objekt mit einer Einstellung je Zeile.</translation>
    </message>
    <message>
        <source>A configuration starts with { and ends with }.</source>
        <translation>Eine Konfiguration beginnt mit { und endet mit }.</translation>
    </message>
    <message>
        <source>A configuration is a JSON file of a few KiB.</source>
        <translation>Eine Konfiguration ist eine JSON-Datei von wenigen KiB.</translation>
    </message>
    <message>
        <source>%1 is too large for a configuration (%2)</source>
        <translation>%1 ist zu groß für eine Konfiguration (%2)</translation>
    </message>
    <message>
        <source>format: is not &quot;%1&quot;</source>
        <translation>format: ist nicht „%1“</translation>
    </message>
    <message>
        <source>The file may come from a newer Headroom or from another program.</source>
        <translation>Die Datei kommt vielleicht von einem neueren Headroom oder einem anderen Programm.</translation>
    </message>
    <message>
        <source>%1 holds too many runs called %2</source>
        <translation>%1 enthält zu viele Läufe mit dem Namen %2</translation>
    </message>
    <message>
        <source>the folder %1 exists and is not empty</source>
        <translation>den Ordner %1 gibt es schon, und er ist nicht leer</translation>
    </message>
    <message>
        <source>Choose another folder, or continue the run that is there with --resume.</source>
        <translation>Einen anderen Ordner wählen oder den Lauf darin mit --resume fortsetzen.</translation>
    </message>
    <message>
        <source>there is no run folder %1</source>
        <translation>den Ordner %1 eines Laufs gibt es nicht</translation>
    </message>
    <message>
        <source>%1 is not a run folder: it has no run.json</source>
        <translation>%1 ist kein Ordner eines Laufs: run.json fehlt</translation>
    </message>
    <message>
        <source>Choose the folder that holds run.json and checkpoints.</source>
        <translation>Den Ordner wählen, in dem run.json und checkpoints liegen.</translation>
    </message>
    <message>
        <source>%1 is not a run description of this Headroom</source>
        <translation>%1 ist keine Beschreibung eines Laufs dieses Headroom</translation>
    </message>
    <message>
        <source>%1: there is no such run</source>
        <translation>%1: diesen Lauf gibt es nicht</translation>
    </message>
    <message>
        <source>the run %1 is being trained by another process (pid unknown)</source>
        <translation>den Lauf %1 trainiert ein anderer Prozess (PID unbekannt)</translation>
    </message>
    <message>
        <source>the run %1 is being trained by another process (pid %2)</source>
        <translation>den Lauf %1 trainiert ein anderer Prozess (PID %2)</translation>
    </message>
    <message>
        <source>Stop it there first, or start a new run.</source>
        <translation>Den Lauf erst dort anhalten oder einen neuen starten.</translation>
    </message>
    <message>
        <source>%1: no process trains it</source>
        <translation>%1: kein Prozess trainiert ihn</translation>
    </message>
    <message>
        <source>runs in processes of their own cannot be started here</source>
        <translation>Läufe in eigenen Prozessen lassen sich hier nicht starten</translation>
    </message>
    <message>
        <source>%1: recipes cannot be made here</source>
        <translation>%1: Rezepte lassen sich hier nicht machen</translation>
    </message>
    <message>
        <source>%1 (kept as %2)</source>
        <translation>%1 (aufgehoben als %2)</translation>
    </message>
    <message>
        <source>%1 is damaged: it has %2 bytes instead of %3</source>
        <translation>%1 ist beschädigt: %2 Bytes statt %3</translation>
    </message>
    <message>
        <source>%1 is damaged: its SHA-256 does not match the manifest</source>
        <translation>%1 ist beschädigt: die SHA-256 passt nicht zum Manifest</translation>
    </message>
    <message>
        <source>%1 is damaged: it is not the JSON object that was written</source>
        <translation>%1 ist beschädigt: es ist nicht das JSON-Objekt, das geschrieben wurde</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1 ist beschädigt: %2</translation>
    </message>
    <message>
        <source>%1 is damaged</source>
        <translation>%1 ist beschädigt</translation>
    </message>
    <message>
        <source>it lists no files</source>
        <translation>es nennt keine Dateien</translation>
    </message>
    <message>
        <source>its list of files cannot be read</source>
        <translation>die Liste der Dateien ist nicht lesbar</translation>
    </message>
    <message>
        <source>its own checksum does not match</source>
        <translation>die eigene Prüfsumme stimmt nicht</translation>
    </message>
    <message>
        <source>it names no step</source>
        <translation>es nennt keinen Schritt</translation>
    </message>
    <message>
        <source>it holds no configuration</source>
        <translation>es enthält keine Konfiguration</translation>
    </message>
    <message>
        <source>%1 has the format &apos;%2&apos;, expected &apos;%3&apos;</source>
        <translation>%1 hat das Format „%2“, erwartet wird „%3“</translation>
    </message>
    <message>
        <source>%1 is no checkpoint: it has no manifest.json</source>
        <translation>%1 ist kein Checkpoint: manifest.json fehlt</translation>
    </message>
    <message>
        <source>Choose a folder such as checkpoints/step-00001000.</source>
        <translation>Einen Ordner wie checkpoints/step-00001000 wählen.</translation>
    </message>
    <message>
        <source>%1 has no checkpoint that can be read</source>
        <translation>%1 hat keinen lesbaren Checkpoint</translation>
    </message>
    <message>
        <source>%1 has no checkpoint</source>
        <translation>%1 hat keinen Checkpoint</translation>
    </message>
    <message>
        <source>Bring one back from a copy, or start a new run with these settings.</source>
        <translation>Einen aus einer Kopie zurückholen oder mit diesen Einstellungen einen neuen Lauf starten.</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint folder</source>
        <translation>%1 ist kein Ordner eines Checkpoints</translation>
    </message>
    <message>
        <source>%1 is damaged or not a run history</source>
        <translation>%1 ist beschädigt oder kein Verlauf eines Laufs</translation>
    </message>
    <message>
        <source>%1 is not a run history: it has views or triggers</source>
        <translation>%1 ist kein Verlauf eines Laufs: es sind Views oder Trigger darin</translation>
    </message>
    <message>
        <source>%1 is a folder, not a run history</source>
        <translation>%1 ist ein Ordner, kein Verlauf eines Laufs</translation>
    </message>
    <message>
        <source>%1 is no ordinary file, not a run history</source>
        <translation>%1 ist keine gewöhnliche Datei, kein Verlauf eines Laufs</translation>
    </message>
    <message>
        <source>%1 is not a run history</source>
        <translation>%1 ist kein Verlauf eines Laufs</translation>
    </message>
    <message>
        <source>Resume the run, which keeps it aside and begins a new history, or move it away.</source>
        <translation>Den Lauf fortsetzen, was es beiseitelegt und einen neuen Verlauf beginnt, oder es selbst wegräumen.</translation>
    </message>
    <message>
        <source>%1 was written by a newer Headroom</source>
        <translation>%1 wurde von einem neueren Headroom geschrieben</translation>
    </message>
    <message>
        <source>Weights and settings are not affected.</source>
        <translation>Gewichte und Einstellungen sind nicht betroffen.</translation>
    </message>
    <message>
        <source>the notes have %1 bytes; at most 65,536 are kept</source>
        <translation>die Notizen haben %1 Bytes; höchstens 65.536 werden behalten</translation>
    </message>
    <message>
        <source>Shorten them.</source>
        <translation>Die Notizen kürzen.</translation>
    </message>
    <message>
        <source>the tag &apos;%1&apos; is longer than 64 bytes</source>
        <translation>das Stichwort „%1“ ist länger als 64 Bytes</translation>
    </message>
    <message>
        <source>Choose a short word; longer texts belong to the notes.</source>
        <translation>Ein kurzes Wort wählen; längere Texte gehören in die Notizen.</translation>
    </message>
    <message>
        <source>the tag &apos;%1&apos; holds a comma or a control character</source>
        <translation>das Stichwort „%1“ enthält ein Komma oder ein Steuerzeichen</translation>
    </message>
    <message>
        <source>Commas stand between tags.</source>
        <translation>Kommas stehen zwischen Stichwörtern.</translation>
    </message>
    <message>
        <source>a run can have at most 32 tags</source>
        <translation>ein Lauf kann höchstens 32 Stichwörter haben</translation>
    </message>
    <message>
        <source>a run can have at most 1,000 favourites</source>
        <translation>ein Lauf kann höchstens 1.000 Favoriten haben</translation>
    </message>
    <message>
        <source>Leave some out.</source>
        <translation>Einige weglassen.</translation>
    </message>
    <message>
        <source>writing the archive</source>
        <translation>das Archiv wird geschrieben</translation>
    </message>
    <message>
        <source>the archive was stopped</source>
        <translation>das Archiv wurde angehalten</translation>
    </message>
    <message>
        <source>the archive cannot be written: %1</source>
        <translation>das Archiv lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>%1: archives cannot be opened here</source>
        <translation>%1: Archive lassen sich hier nicht öffnen</translation>
    </message>
    <message>
        <source>%1: no such file</source>
        <translation>%1: keine solche Datei</translation>
    </message>
    <message>
        <source>%1 is not an archive of a run</source>
        <translation>%1 ist kein Archiv eines Laufs</translation>
    </message>
    <message>
        <source>headroom-cli export RUN --what archive makes one.</source>
        <translation>headroom-cli export LAUF --what archive macht eines.</translation>
    </message>
    <message>
        <source>%1 holds no run: %2</source>
        <translation>%1 enthält keinen Lauf: %2</translation>
    </message>
    <message>
        <source>Choose an archive that was exported as a whole run.</source>
        <translation>Ein Archiv wählen, das als ganzer Lauf exportiert wurde.</translation>
    </message>
    <message>
        <source>%1 is no whole archive of a run: %2</source>
        <translation>%1 ist kein vollständiges Archiv eines Laufs: %2</translation>
    </message>
    <message>
        <source>Copy it again from where it was made.</source>
        <translation>Das Archiv noch einmal von dort kopieren, wo es gemacht wurde.</translation>
    </message>
    <message>
        <source>its end is missing</source>
        <translation>das Ende fehlt</translation>
    </message>
    <message>
        <source>it has too many files</source>
        <translation>es enthält zu viele Dateien</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not belong in it</source>
        <translation>„%1“ gehört nicht hinein</translation>
    </message>
    <message>
        <source>it unpacks to more than such a file can hold</source>
        <translation>es entpackt sich zu mehr, als eine solche Datei enthalten kann</translation>
    </message>
    <message>
        <source>it has no headroom-run.json</source>
        <translation>headroom-run.json fehlt</translation>
    </message>
    <message>
        <source>%1 is of another format; a newer Headroom may have made it</source>
        <translation>%1 hat ein anderes Format; vielleicht hat ein neueres Headroom es gemacht</translation>
    </message>
    <message>
        <source>%1 lists no files</source>
        <translation>%1 nennt keine Dateien</translation>
    </message>
    <message>
        <source>%1 has another hash than it is listed with</source>
        <translation>%1 hat einen anderen Hash, als die Liste nennt</translation>
    </message>
    <message>
        <source>%1 is not in its list</source>
        <translation>%1 steht nicht in der Liste</translation>
    </message>
    <message>
        <source>%1 is there twice</source>
        <translation>%1 ist zweimal da</translation>
    </message>
    <message>
        <source>%1 is too long</source>
        <translation>%1 ist zu lang</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>the download of %1 was stopped</source>
        <translation>das Herunterladen von %1 wurde angehalten</translation>
    </message>
    <message>
        <source>Start it again to go on where it is.</source>
        <translation>Noch einmal beginnen; es geht weiter, wo es ist.</translation>
    </message>
    <message>
        <source>the server answered %1</source>
        <translation>der Server antwortete mit %1</translation>
    </message>
    <message>
        <source>it is a web page</source>
        <translation>es ist eine Webseite</translation>
    </message>
    <message>
        <source>it is a git-LFS pointer</source>
        <translation>es ist ein git-LFS-Zeiger</translation>
    </message>
    <message>
        <source>it would have %1 bytes, at most %2 are expected</source>
        <translation>es hätte %1 Bytes, höchstens %2 werden erwartet</translation>
    </message>
    <message>
        <source>it is longer than announced</source>
        <translation>es ist länger als angekündigt</translation>
    </message>
    <message>
        <source>its SHA-256 is %1 instead of %2</source>
        <translation>die SHA-256 ist %1 statt %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no model of the catalogue</source>
        <translation>„%1“ ist kein Modell des Katalogs</translation>
    </message>
    <message>
        <source>the built-in models are not in %1: there is no %2</source>
        <translation>die eingebauten Modelle sind nicht in %1: %2 fehlt</translation>
    </message>
    <message>
        <source>Install Headroom again, or choose a VQGAN and a CLIP of your own.</source>
        <translation>Headroom neu installieren oder ein eigenes VQGAN und ein eigenes CLIP wählen.</translation>
    </message>
    <message>
        <source>the built-in network of shapes is not in %1: there is no upscale.safetensors</source>
        <translation>das eingebaute Netz der Formen ist nicht in %1: upscale.safetensors fehlt</translation>
    </message>
    <message>
        <source>Install Headroom again, or choose --method lanczos or weights of your own.</source>
        <translation>Headroom neu installieren oder --method lanczos oder eigene Gewichte wählen.</translation>
    </message>
    <message>
        <source>this engine has no CLIP</source>
        <translation>diese Engine hat kein CLIP</translation>
    </message>
    <message>
        <source>Look for near pictures in pixels.</source>
        <translation>Ähnliche Bilder nach Pixeln suchen.</translation>
    </message>
    <message>
        <source>%1 is no library of starts: %2</source>
        <translation>%1 ist keine Bibliothek von Anfängen: %2</translation>
    </message>
    <message>
        <source>Install Headroom again, or make the file anew with packaging/train_builtin.sh.</source>
        <translation>Headroom neu installieren oder die Datei mit packaging/train_builtin.sh neu machen.</translation>
    </message>
    <message>
        <source>it has no tensor &apos;%1&apos;</source>
        <translation>der Tensor „%1“ fehlt</translation>
    </message>
    <message>
        <source>&apos;codes&apos; is no I16 of three dimensions</source>
        <translation>„codes“ ist kein I16 mit drei Dimensionen</translation>
    </message>
    <message>
        <source>&apos;captions&apos; is no text (U8)</source>
        <translation>„captions“ ist kein Text (U8)</translation>
    </message>
    <message>
        <source>a code is negative</source>
        <translation>ein Code ist negativ</translation>
    </message>
    <message>
        <source>Use the built-in CLIP, or start from noise or a picture.</source>
        <translation>Das eingebaute CLIP nehmen oder mit Rauschen oder einem Bild beginnen.</translation>
    </message>
    <message>
        <source>it is not a JPEG, PNG, WebP or GIF picture</source>
        <translation>kein JPEG-, PNG-, WebP- oder GIF-Bild</translation>
    </message>
    <message>
        <source>it is not a JPEG, PNG, WebP or GIF picture but a BMP</source>
        <translation>kein JPEG-, PNG-, WebP- oder GIF-Bild, sondern ein BMP</translation>
    </message>
    <message>
        <source>it is not a JPEG, PNG, WebP or GIF picture but a TIFF</source>
        <translation>kein JPEG-, PNG-, WebP- oder GIF-Bild, sondern ein TIFF</translation>
    </message>
    <message>
        <source>it is not a JPEG, PNG, WebP or GIF picture but an AVIF</source>
        <translation>kein JPEG-, PNG-, WebP- oder GIF-Bild, sondern ein AVIF</translation>
    </message>
    <message>
        <source>it is not a JPEG, PNG, WebP or GIF picture but a HEIF</source>
        <translation>kein JPEG-, PNG-, WebP- oder GIF-Bild, sondern ein HEIF</translation>
    </message>
    <message>
        <source>it is not a JPEG, PNG, WebP or GIF picture but a PDF</source>
        <translation>kein JPEG-, PNG-, WebP- oder GIF-Bild, sondern ein PDF</translation>
    </message>
    <message>
        <source>it is not a JPEG, PNG, WebP or GIF picture but a web page</source>
        <translation>kein JPEG-, PNG-, WebP- oder GIF-Bild, sondern eine Webseite</translation>
    </message>
    <message>
        <source>it is not a JPEG, PNG, WebP or GIF picture but a git-LFS pointer (fetch the real file with &apos;git lfs pull&apos;)</source>
        <translation>kein JPEG-, PNG-, WebP- oder GIF-Bild, sondern ein git-LFS-Zeiger (die echte Datei holt „git lfs pull“)</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>it is cut off</source>
        <translation>abgeschnitten</translation>
    </message>
    <message>
        <source>it is damaged or cut off</source>
        <translation>beschädigt oder abgeschnitten</translation>
    </message>
    <message>
        <source>it is damaged (%1)</source>
        <translation>beschädigt (%1)</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>it cannot be read, or was changed while it was read</source>
        <translation>nicht lesbar oder beim Lesen verändert</translation>
    </message>
    <message>
        <source>it was changed while it was read</source>
        <translation>beim Lesen verändert</translation>
    </message>
    <message>
        <source>it is larger than %1 MiB</source>
        <translation>größer als %1 MiB</translation>
    </message>
    <message>
        <source>it has more than %1 progressive scans</source>
        <translation>mehr als %1 progressive Durchgänge</translation>
    </message>
    <message>
        <source>its JPEG headers contradict each other</source>
        <translation>die JPEG-Kopfdaten widersprechen sich</translation>
    </message>
    <message>
        <source>its PNG headers contradict each other</source>
        <translation>die PNG-Kopfdaten widersprechen sich</translation>
    </message>
    <message>
        <source>its JPEG header is damaged</source>
        <translation>die JPEG-Kopfdaten sind beschädigt</translation>
    </message>
    <message>
        <source>its JPEG header has no size</source>
        <translation>die JPEG-Kopfdaten nennen keine Größe</translation>
    </message>
    <message>
        <source>its PNG header is damaged</source>
        <translation>die PNG-Kopfdaten sind beschädigt</translation>
    </message>
    <message>
        <source>its WebP header is damaged</source>
        <translation>die WebP-Kopfdaten sind beschädigt</translation>
    </message>
    <message>
        <source>its header says %1 x %2 pixels</source>
        <translation>die Kopfdaten nennen %1 × %2 Pixel</translation>
    </message>
    <message>
        <source>it has %1 x %2 pixels, and at most %3 a side are read</source>
        <translation>%1 × %2 Pixel, und höchstens %3 je Seite werden gelesen</translation>
    </message>
    <message>
        <source>it has %1 x %2 pixels, and at most 100 megapixels are read</source>
        <translation>%1 × %2 Pixel, und höchstens 100 Megapixel werden gelesen</translation>
    </message>
    <message>
        <source>it has %1 x %2 pixels, and at least %3 a side are needed</source>
        <translation>%1 × %2 Pixel, und mindestens %3 je Seite sind nötig</translation>
    </message>
    <message>
        <source>libpng could not be started</source>
        <translation>libpng ließ sich nicht starten</translation>
    </message>
    <message>
        <source>there is not enough memory to decode it</source>
        <translation>zu wenig Speicher, um es zu dekodieren</translation>
    </message>
    <message>
        <source>There is no picture to write as PNG.</source>
        <translation>Es gibt kein Bild, das sich als PNG schreiben ließe.</translation>
    </message>
    <message>
        <source>The picture could not be written as PNG.</source>
        <translation>Das Bild ließ sich nicht als PNG schreiben.</translation>
    </message>
    <message>
        <source>There are no pictures to write as GIF.</source>
        <translation>Es gibt keine Bilder, die sich als GIF schreiben ließen.</translation>
    </message>
    <message>
        <source>%1: there are no pictures to write</source>
        <translation>%1: es gibt keine Bilder zu schreiben</translation>
    </message>
    <message>
        <source>A GIF is at most 65,535 pixels a side.</source>
        <translation>Ein GIF hat höchstens 65.535 Pixel je Seite.</translation>
    </message>
    <message>
        <source>giflib cannot write the GIF: %1</source>
        <translation>giflib kann das GIF nicht schreiben: %1</translation>
    </message>
    <message>
        <source>seconds per frame: not between 0.01 and 60</source>
        <translation>Sekunden je Bild: nicht zwischen 0,01 und 60</translation>
    </message>
    <message>
        <source>%1: a WebP picture is at most 16383 pixels a side</source>
        <translation>%1: ein WebP-Bild hat höchstens 16.383 Pixel je Seite</translation>
    </message>
    <message>
        <source>Choose fewer pictures a row, or another format.</source>
        <translation>Weniger Bilder je Zeile wählen oder ein anderes Format.</translation>
    </message>
    <message>
        <source>the WebP library does not fit this program</source>
        <translation>die WebP-Bibliothek passt nicht zu diesem Programm</translation>
    </message>
    <message>
        <source>Install the package libwebp-dev again and rebuild.</source>
        <translation>Das Paket libwebp-dev neu installieren und Headroom neu bauen.</translation>
    </message>
    <message>
        <source>%1: the animation could not be encoded</source>
        <translation>%1: die Animation ließ sich nicht kodieren</translation>
    </message>
    <message>
        <source>Choose fewer or smaller pictures.</source>
        <translation>Weniger oder kleinere Bilder wählen.</translation>
    </message>
    <message>
        <source>%1: MP4 files are written by the program %2, which is not installed</source>
        <translation>%1: MP4-Dateien schreibt das Programm %2, das nicht installiert ist</translation>
    </message>
    <message>
        <source>Install the package ffmpeg, or choose GIF or WebP.</source>
        <translation>Das Paket ffmpeg installieren oder GIF oder WebP wählen.</translation>
    </message>
    <message>
        <source>The program ffmpeg is not installed. Install the package ffmpeg, or choose GIF or WebP.</source>
        <translation>Das Programm ffmpeg ist nicht installiert. Das Paket ffmpeg installieren oder GIF oder WebP wählen.</translation>
    </message>
    <message>
        <source>%1: ffmpeg could not write it (exit status %2)</source>
        <translation>%1: ffmpeg konnte es nicht schreiben (Exit-Status %2)</translation>
    </message>
    <message>
        <source>Choose GIF or WebP; the log has what ffmpeg said.</source>
        <translation>GIF oder WebP wählen; was ffmpeg sagte, steht im Protokoll.</translation>
    </message>
    <message>
        <source>the export was stopped</source>
        <translation>der Export wurde angehalten</translation>
    </message>
    <message>
        <source>listing files</source>
        <translation>die Dateien werden aufgelistet</translation>
    </message>
    <message>
        <source>listing files (%1)</source>
        <translation>die Dateien werden aufgelistet (%1)</translation>
    </message>
    <message>
        <source>packing images</source>
        <translation>die Bilder werden gepackt</translation>
    </message>
    <message>
        <source>looking at the pictures</source>
        <translation>die Bilder werden angesehen</translation>
    </message>
    <message>
        <source>looking at pictures</source>
        <translation>Bilder werden angesehen</translation>
    </message>
    <message>
        <source>reading pictures</source>
        <translation>Bilder werden gelesen</translation>
    </message>
    <message>
        <source>reading sizes</source>
        <translation>Größen werden gelesen</translation>
    </message>
    <message>
        <source>comparing pictures</source>
        <translation>Bilder werden verglichen</translation>
    </message>
    <message>
        <source>Stopped while listing files.</source>
        <translation>Beim Auflisten der Dateien angehalten.</translation>
    </message>
    <message>
        <source>Stopped while reading pictures.</source>
        <translation>Beim Lesen der Bilder angehalten.</translation>
    </message>
    <message>
        <source>Stopped while comparing pictures.</source>
        <translation>Beim Vergleichen der Bilder angehalten.</translation>
    </message>
    <message>
        <source>Stopped while %1.</source>
        <translation>Angehalten (%1).</translation>
    </message>
    <message>
        <source>There was not enough memory for a picture while %1.</source>
        <translation>Der Speicher reichte nicht für ein Bild (%1).</translation>
    </message>
    <message>
        <source>No data is chosen (data.path is empty).</source>
        <translation>Es sind keine Daten gewählt (data.path ist leer).</translation>
    </message>
    <message>
        <source>The data &apos;%1&apos; cannot be read: %2.</source>
        <translation>Die Daten „%1“ sind nicht lesbar: %2.</translation>
    </message>
    <message>
        <source>The data &apos;%1&apos; does not exist.</source>
        <translation>Die Daten „%1“ gibt es nicht.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is one picture, not a data set.</source>
        <translation>„%1“ ist ein einzelnes Bild, kein Datensatz.</translation>
    </message>
    <message>
        <source>Choose the folder that holds it.</source>
        <translation>Den Ordner wählen, in dem es liegt.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is an archive.</source>
        <translation>„%1“ ist ein Archiv.</translation>
    </message>
    <message>
        <source>Unpack it and choose its folder.</source>
        <translation>Das Archiv entpacken und den Ordner davon wählen.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a data set that Headroom reads.</source>
        <translation>„%1“ ist kein Datensatz, den Headroom liest.</translation>
    </message>
    <message>
        <source>Choose a folder with JPEG, PNG, WebP or GIF pictures, CIFAR-10 (binary) or MNIST files, or &apos;shapes&apos;.</source>
        <translation>Einen Ordner mit JPEG-, PNG-, WebP- oder GIF-Bildern, CIFAR-10- (binär) oder MNIST-Dateien wählen oder „shapes“.</translation>
    </message>
    <message>
        <source>Choose a folder with JPEG, PNG, WebP or GIF pictures; subfolders are searched, hidden files are not.</source>
        <translation>Einen Ordner mit JPEG-, PNG-, WebP- oder GIF-Bildern wählen; Unterordner werden durchsucht, versteckte Dateien nicht.</translation>
    </message>
    <message>
        <source>Choose a folder with JPEG, PNG, WebP or GIF pictures of at least 8 pixels a side.</source>
        <translation>Einen Ordner mit JPEG-, PNG-, WebP- oder GIF-Bildern von mindestens 8 Pixeln je Seite wählen.</translation>
    </message>
    <message>
        <source>The folder &apos;%1&apos; holds no files that can be read (%2).</source>
        <translation>Der Ordner „%1“ enthält keine lesbaren Dateien (%2).</translation>
    </message>
    <message>
        <source>The folder &apos;%1&apos; holds no files.</source>
        <translation>Der Ordner „%1“ enthält keine Dateien.</translation>
    </message>
    <message>
        <source>Check the path (data.path).</source>
        <translation>Den Pfad prüfen (data.path).</translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation>Seine Rechte prüfen.</translation>
    </message>
    <message>
        <source>the folder cannot be read: %1</source>
        <translation>der Ordner ist nicht lesbar: %1</translation>
    </message>
    <message>
        <source>its link leads nowhere</source>
        <translation>der Link führt ins Leere</translation>
    </message>
    <message>
        <source>its links run in a circle</source>
        <translation>die Links laufen im Kreis</translation>
    </message>
    <message>
        <source>the folder lies more than %1 levels deep</source>
        <translation>der Ordner liegt mehr als %1 Ebenen tief</translation>
    </message>
    <message>
        <source>the folder is a link to one that is read already</source>
        <translation>der Ordner ist ein Link auf einen, der schon gelesen wird</translation>
    </message>
    <message>
        <source>There is no usable picture in &apos;%1&apos; (%2).</source>
        <translation>In „%1“ ist kein brauchbares Bild (%2).</translation>
    </message>
    <message>
        <source>%1 of %2 pictures in &apos;%3&apos; cannot be used (%4, allowed %5): %6.</source>
        <translation>%1 von %2 Bildern in „%3“ sind nicht verwendbar (%4, erlaubt %5): %6.</translation>
    </message>
    <message>
        <source>It was there when the pictures were listed. Start again when it can be read.</source>
        <translation>Es war da, als die Bilder aufgelistet wurden. Noch einmal beginnen, wenn es lesbar ist.</translation>
    </message>
    <message>
        <source>The cache folder &apos;%1&apos; cannot be made: %2.</source>
        <translation>Der Cache-Ordner „%1“ lässt sich nicht anlegen: %2.</translation>
    </message>
    <message>
        <source>Set XDG_CACHE_HOME to a folder that can be written.</source>
        <translation>XDG_CACHE_HOME auf einen beschreibbaren Ordner setzen.</translation>
    </message>
    <message>
        <source>There is no packed data &apos;%1&apos;.</source>
        <translation>Die gepackten Daten „%1“ gibt es nicht.</translation>
    </message>
    <message>
        <source>The packed data &apos;%1&apos; cannot be mapped.</source>
        <translation>Die gepackten Daten „%1“ lassen sich nicht in den Speicher abbilden.</translation>
    </message>
    <message>
        <source>The packed data &apos;%1&apos; has the wrong length.</source>
        <translation>Die gepackten Daten „%1“ haben die falsche Länge.</translation>
    </message>
    <message>
        <source>The packed data &apos;%1&apos; has no readable description.</source>
        <translation>Die gepackten Daten „%1“ haben keine lesbare Beschreibung.</translation>
    </message>
    <message>
        <source>The packed data &apos;%1&apos; has an incomplete description.</source>
        <translation>Die gepackten Daten „%1“ haben eine unvollständige Beschreibung.</translation>
    </message>
    <message>
        <source>The packed data &apos;%1&apos; has an impossible description.</source>
        <translation>Die gepackten Daten „%1“ haben eine unmögliche Beschreibung.</translation>
    </message>
    <message>
        <source>The packed data &apos;%1&apos; has a description of impossible length.</source>
        <translation>Die gepackten Daten „%1“ haben eine Beschreibung von unmöglicher Länge.</translation>
    </message>
    <message>
        <source>The packed data &apos;%1&apos; has a damaged description.</source>
        <translation>Die gepackten Daten „%1“ haben eine beschädigte Beschreibung.</translation>
    </message>
    <message>
        <source>The packed data &apos;%1&apos; is cut off.</source>
        <translation>Die gepackten Daten „%1“ sind abgeschnitten.</translation>
    </message>
    <message>
        <source>The packed data &apos;%1&apos; is cut off or of another version.</source>
        <translation>Die gepackten Daten „%1“ sind abgeschnitten oder von einer anderen Version.</translation>
    </message>
    <message>
        <source>It is packed again from its source.</source>
        <translation>Die Daten werden aus ihrer Quelle neu gepackt.</translation>
    </message>
    <message>
        <source>the picture is %1 x %2 and those of the data set are %3 x %4</source>
        <translation>das Bild hat %1 × %2 Pixel, und die des Datensatzes haben %3 × %4</translation>
    </message>
    <message>
        <source>Ask once the run trains at the new resolution.</source>
        <translation>Fragen, sobald der Lauf in der neuen Auflösung trainiert.</translation>
    </message>
    <message>
        <source>its gzip data is damaged or cut off</source>
        <translation>die gzip-Daten sind beschädigt oder abgeschnitten</translation>
    </message>
    <message>
        <source>it unpacks to more than %1 MiB</source>
        <translation>es entpackt sich zu mehr als %1 MiB</translation>
    </message>
    <message>
        <source>Fetch the file again.</source>
        <translation>Die Datei noch einmal holen.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds the Python version of CIFAR-10, whose files are programs that Headroom does not run.</source>
        <translation>„%1“ enthält die Python-Fassung von CIFAR-10, deren Dateien Programme sind, die Headroom nicht ausführt.</translation>
    </message>
    <message>
        <source>Fetch the binary version (cifar-10-binary.tar.gz), unpack it and choose its folder.</source>
        <translation>Die binäre Fassung (cifar-10-binary.tar.gz) holen, entpacken und ihren Ordner wählen.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has %2 bytes, not a whole number of CIFAR-10 records of 3073: it is cut off or something else.</source>
        <translation>„%1“ hat %2 Bytes, keine ganze Zahl von CIFAR-10-Bildern zu je 3073: abgeschnitten oder etwas anderes.</translation>
    </message>
    <message>
        <source>Fetch the binary version of CIFAR-10 again.</source>
        <translation>Die binäre Fassung von CIFAR-10 noch einmal holen.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has a label %2 in record %3, but CIFAR-10 has labels 0 to 9: it is damaged or something else.</source>
        <translation>„%1“ hat eine Klasse %2 in Bild %3, aber CIFAR-10 hat die Klassen 0 bis 9: beschädigt oder etwas anderes.</translation>
    </message>
    <message>
        <source>its IDX header is cut off</source>
        <translation>die IDX-Kopfdaten sind abgeschnitten</translation>
    </message>
    <message>
        <source>its pictures have %1 x %2 pixels; 8 to 1024 a side are read</source>
        <translation>die Bilder haben %1 × %2 Pixel; 8 bis 1024 je Seite werden gelesen</translation>
    </message>
    <message>
        <source>its header promises %1 pictures, which need %2 bytes, but it has %3</source>
        <translation>die Kopfdaten versprechen %1 Bilder, die %2 Bytes brauchen, da sind aber %3</translation>
    </message>
    <message>
        <source>%1: no such run folder</source>
        <translation>%1: einen solchen Ordner eines Laufs gibt es nicht</translation>
    </message>
    <message>
        <source>headroom-cli runs list shows the runs in %1.</source>
        <translation>headroom-cli runs list zeigt die Läufe in %1.</translation>
    </message>
    <message>
        <source>%1: not a run folder, nothing was deleted</source>
        <translation>%1: kein Ordner eines Laufs, nichts wurde gelöscht</translation>
    </message>
    <message>
        <source>A run folder holds run.json and config.json.</source>
        <translation>Im Ordner eines Laufs liegen run.json und config.json.</translation>
    </message>
    <message>
        <source>%1: could not be deleted: %2</source>
        <translation>%1: ließ sich nicht löschen: %2</translation>
    </message>
    <message>
        <source>%1: cannot be made: %2</source>
        <translation>%1: lässt sich nicht anlegen: %2</translation>
    </message>
    <message>
        <source>%1 has no checkpoint, so it begins again with its weights: %2</source>
        <translation>%1 hat keinen Checkpoint, also beginnt der Lauf wieder mit seinen Gewichten: %2</translation>
    </message>
    <message>
        <source>warning: %1; the checkpoint before it is used</source>
        <translation>Warnung: %1; der Checkpoint davor wird genommen</translation>
    </message>
    <message>
        <source>%1; the checkpoint before it is used</source>
        <translation>%1; der Checkpoint davor wird genommen</translation>
    </message>
    <message>
        <source>The one before it is used.</source>
        <translation>Der davor wird genommen.</translation>
    </message>
    <message>
        <source>the run&apos;s history was damaged; it was kept as %1 and a new one begun</source>
        <translation>der Verlauf des Laufs war beschädigt; er wurde als %1 aufgehoben und ein neuer begonnen</translation>
    </message>
    <message>
        <source>a run is already under way</source>
        <translation>ein Lauf ist schon im Gang</translation>
    </message>
    <message>
        <source>Stop it first.</source>
        <translation>Erst diesen anhalten.</translation>
    </message>
    <message>
        <source>no run is under way</source>
        <translation>es ist kein Lauf im Gang</translation>
    </message>
    <message>
        <source>%1: takes effect only with a new run</source>
        <translation>%1: wirkt erst bei einem neuen Lauf</translation>
    </message>
    <message>
        <source>the run ended before its pictures were packed</source>
        <translation>der Lauf endete, bevor seine Bilder gepackt waren</translation>
    </message>
    <message>
        <source>the device is lent, so that no pictures can be made</source>
        <translation>das Gerät ist verliehen, so dass keine Bilder gemacht werden können</translation>
    </message>
    <message>
        <source>the device is lent: %1 given back</source>
        <translation>das Gerät ist verliehen: %1 zurückgegeben</translation>
    </message>
    <message>
        <source>the device is lent</source>
        <translation>das Gerät ist verliehen</translation>
    </message>
    <message>
        <source>Take it back first, then change settings.</source>
        <translation>Erst zurückholen, dann Einstellungen ändern.</translation>
    </message>
    <message>
        <source>paused by you</source>
        <translation>von Hand pausiert</translation>
    </message>
    <message>
        <source>the training thread failed unexpectedly</source>
        <translation>der Trainings-Thread ist unerwartet fehlgeschlagen</translation>
    </message>
    <message>
        <source>a file of the run could not be written: %1</source>
        <translation>eine Datei des Laufs ließ sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>%1 The run waits until it is resumed.</source>
        <translation>%1 Der Lauf wartet, bis er fortgesetzt wird.</translation>
    </message>
    <message>
        <source>%1. %2 Then resume.</source>
        <translation>%1. %2 Danach fortsetzen.</translation>
    </message>
    <message>
        <source>%1 of tensors are left after the run has ended</source>
        <translation>nach dem Ende des Laufs bleiben %1 an Tensoren übrig</translation>
    </message>
    <message>
        <source>copying the state for a checkpoint</source>
        <translation>der Zustand wird für einen Checkpoint kopiert</translation>
    </message>
    <message>
        <source>writing the memory snapshot</source>
        <translation>das Speicherabbild wird geschrieben</translation>
    </message>
    <message>
        <source>parking the model in host memory</source>
        <translation>das Modell wird im Hauptspeicher geparkt</translation>
    </message>
    <message>
        <source>finishing files</source>
        <translation>Dateien werden fertiggestellt</translation>
    </message>
    <message>
        <source>this engine watches no steps</source>
        <translation>diese Engine beobachtet keine Schritte</translation>
    </message>
    <message>
        <source>this engine counts no memory</source>
        <translation>diese Engine zählt keinen Speicher</translation>
    </message>
    <message>
        <source>this engine enlarges no pictures</source>
        <translation>diese Engine vergrößert keine Bilder</translation>
    </message>
    <message>
        <source>Use the engine with LibTorch.</source>
        <translation>Die Engine mit LibTorch verwenden.</translation>
    </message>
    <message>
        <source>this is the run of another process; new ones begin elsewhere</source>
        <translation>das ist der Lauf eines anderen Prozesses; neue beginnen anderswo</translation>
    </message>
    <message>
        <source>Detach from it first.</source>
        <translation>Erst von ihm trennen.</translation>
    </message>
    <message>
        <source>the run has ended; its settings can no longer be changed</source>
        <translation>der Lauf ist zu Ende; seine Einstellungen lassen sich nicht mehr ändern</translation>
    </message>
    <message>
        <source>the connection to the run&apos;s process %1 was lost; the run goes on</source>
        <translation>die Verbindung zum Prozess %1 des Laufs ging verloren; der Lauf geht weiter</translation>
    </message>
    <message>
        <source>Attach to it again.</source>
        <translation>Wieder mit ihm verbinden.</translation>
    </message>
    <message>
        <source>the connection to %1 was lost; whether the run goes on is not known here</source>
        <translation>die Verbindung zu %1 ging verloren; ob der Lauf weitergeht, ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>Connect the socket again and attach to it.</source>
        <translation>Den Socket wieder anschließen und mit dem Lauf verbinden.</translation>
    </message>
    <message>
        <source>the run&apos;s process %1 has ended with an error</source>
        <translation>der Prozess %1 des Laufs endete mit einem Fehler</translation>
    </message>
    <message>
        <source>the run&apos;s process %1 has died</source>
        <translation>der Prozess %1 des Laufs ist abgestürzt</translation>
    </message>
    <message>
        <source>It had saved no checkpoint yet.</source>
        <translation>Er hatte noch keinen Checkpoint gespeichert.</translation>
    </message>
    <message>
        <source>The checkpoint of %1 %2 is intact; the run can go on from it.</source>
        <translation>Der Checkpoint von %1 %2 ist unversehrt; der Lauf kann von ihm aus weitergehen.</translation>
    </message>
    <message>
        <source>%1: the run&apos;s process does not answer</source>
        <translation>%1: der Prozess des Laufs antwortet nicht</translation>
    </message>
    <message>
        <source>It may be stopped or overloaded; try again.</source>
        <translation>Vielleicht ist er angehalten oder überlastet; noch einmal versuchen.</translation>
    </message>
    <message>
        <source>the connection to the run&apos;s process was lost</source>
        <translation>die Verbindung zum Prozess des Laufs ging verloren</translation>
    </message>
    <message>
        <source>the run&apos;s process is ending</source>
        <translation>der Prozess des Laufs geht gerade zu Ende</translation>
    </message>
    <message>
        <source>what answers there is no run of Headroom</source>
        <translation>was dort antwortet, ist kein Lauf von Headroom</translation>
    </message>
    <message>
        <source>the run&apos;s process speaks version %1 of the protocol, this program version %2</source>
        <translation>der Prozess des Laufs spricht Version %1 des Protokolls, dieses Programm Version %2</translation>
    </message>
    <message>
        <source>the run&apos;s process speaks version %1 of the protocol, not %2</source>
        <translation>der Prozess des Laufs spricht Version %1 des Protokolls, nicht %2</translation>
    </message>
    <message>
        <source>what comes from the run&apos;s process cannot be read</source>
        <translation>was vom Prozess des Laufs kommt, ist nicht lesbar</translation>
    </message>
    <message>
        <source>the run&apos;s process sent a file without a proper name</source>
        <translation>der Prozess des Laufs schickte eine Datei ohne richtigen Namen</translation>
    </message>
    <message>
        <source>the run&apos;s process sent a piece of a file that was not begun</source>
        <translation>der Prozess des Laufs schickte ein Stück einer Datei, die nicht begonnen war</translation>
    </message>
    <message>
        <source>the pictures of step %1 are too large to be sent</source>
        <translation>die Bilder von Schritt %1 sind zu groß zum Verschicken</translation>
    </message>
    <message>
        <source>They lie in the run&apos;s folder.</source>
        <translation>Die Bilder liegen im Ordner des Laufs.</translation>
    </message>
    <message>
        <source>nothing can be exported there</source>
        <translation>dort lässt sich nichts exportieren</translation>
    </message>
    <message>
        <source>one thing at a time can be asked over a connection</source>
        <translation>über eine Verbindung lässt sich nur eines auf einmal verlangen</translation>
    </message>
    <message>
        <source>no temporary folder can be made there</source>
        <translation>dort lässt sich kein vorübergehender Ordner anlegen</translation>
    </message>
    <message>
        <source>asked of the process that trains</source>
        <translation>beim Prozess erfragt, der trainiert</translation>
    </message>
    <message>
        <source>%1: no process trains it; the one that did has gone</source>
        <translation>%1: kein Prozess trainiert ihn; der es tat, ist weg</translation>
    </message>
    <message>
        <source>%1: no process trains it that could be attached to</source>
        <translation>%1: kein Prozess trainiert ihn, mit dem man sich verbinden könnte</translation>
    </message>
    <message>
        <source>headroom-cli runs list shows which runs are under way.</source>
        <translation>headroom-cli runs list zeigt, welche Läufe im Gang sind.</translation>
    </message>
    <message>
        <source>%1: no run answers there</source>
        <translation>%1: dort antwortet kein Lauf</translation>
    </message>
    <message>
        <source>%1: cannot be reached: %2</source>
        <translation>%1: ist nicht zu erreichen: %2</translation>
    </message>
    <message>
        <source>%1: is a socket of another user, which is not trusted</source>
        <translation>%1: ist der Socket eines anderen Benutzers, dem nicht getraut wird</translation>
    </message>
    <message>
        <source>%1: is not a folder of yours, so that no run is offered there</source>
        <translation>%1: ist kein eigener Ordner, so dass dort kein Lauf angeboten wird</translation>
    </message>
    <message>
        <source>%1: others may open it, and that cannot be changed</source>
        <translation>%1: andere dürfen ihn öffnen, und das lässt sich nicht ändern</translation>
    </message>
    <message>
        <source>Set XDG_RUNTIME_DIR to a folder of your own.</source>
        <translation>XDG_RUNTIME_DIR auf einen eigenen Ordner setzen.</translation>
    </message>
    <message>
        <source>no socket can be made in %1: %2</source>
        <translation>in %1 lässt sich kein Socket anlegen: %2</translation>
    </message>
    <message>
        <source>the run cannot be watched from elsewhere: %1</source>
        <translation>dem Lauf lässt sich von anderswo nicht zusehen: %1</translation>
    </message>
    <message>
        <source>the system has no descriptors left</source>
        <translation>dem System sind die Deskriptoren ausgegangen</translation>
    </message>
    <message>
        <source>headroom-cli is neither beside this program nor in PATH</source>
        <translation>headroom-cli liegt weder neben diesem Programm noch im PATH</translation>
    </message>
    <message>
        <source>It trains runs that have a process of their own.</source>
        <translation>Es trainiert Läufe, die einen eigenen Prozess haben.</translation>
    </message>
    <message>
        <source>the run was not begun</source>
        <translation>der Lauf wurde nicht begonnen</translation>
    </message>
    <message>
        <source>the run&apos;s process ended before the run began</source>
        <translation>der Prozess des Laufs endete, bevor der Lauf begann</translation>
    </message>
    <message>
        <source>%1: does not say what is to be begun</source>
        <translation>%1: sagt nicht, was begonnen werden soll</translation>
    </message>
    <message>
        <source>a message does not say what it is</source>
        <translation>eine Nachricht sagt nicht, was sie ist</translation>
    </message>
    <message>
        <source>there is no message &apos;%1&apos;</source>
        <translation>eine Nachricht „%1“ gibt es nicht</translation>
    </message>
    <message>
        <source>a message</source>
        <translation>eine Nachricht</translation>
    </message>
    <message>
        <source>%1: is not what belongs there</source>
        <translation>%1: ist nicht, was dorthin gehört</translation>
    </message>
    <message>
        <source>%1: is not an object</source>
        <translation>%1: ist kein Objekt</translation>
    </message>
    <message>
        <source>%1: is empty</source>
        <translation>%1: ist leer</translation>
    </message>
    <message>
        <source>%1: no such run in the queue</source>
        <translation>%1: einen solchen Lauf gibt es in der Warteschlange nicht</translation>
    </message>
    <message>
        <source>headroom-cli queue list shows what is in it.</source>
        <translation>headroom-cli queue list zeigt, was darin ist.</translation>
    </message>
    <message>
        <source>Use that one, or move the file away to begin a new queue.</source>
        <translation>Dieses verwenden oder die Datei wegräumen, um eine neue Warteschlange zu beginnen.</translation>
    </message>
    <message>
        <source>%1 is %2: only what waits has a place</source>
        <translation>%1 ist %2: nur was wartet, hat einen Platz</translation>
    </message>
    <message>
        <source>%1 is %2: only what failed or was stopped can be tried again</source>
        <translation>%1 ist %2: nur was fehlschlug oder angehalten wurde, lässt sich wiederholen</translation>
    </message>
    <message>
        <source>%1 is %2: only what waits can be put off</source>
        <translation>%1 ist %2: nur was wartet, lässt sich aufschieben</translation>
    </message>
    <message>
        <source>%1 is %2: this can be changed only of what waits</source>
        <translation>%1 ist %2: das lässt sich nur bei dem ändern, was wartet</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartend</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>in Prüfung</translation>
    </message>
    <message>
        <source>running</source>
        <translation>im Gang</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>The queue&apos;s file was damaged; it was kept as %1, and a new one begun. %2</source>
        <translation>Die Datei der Warteschlange war beschädigt; sie wurde als %1 aufgehoben und eine neue begonnen. %2</translation>
    </message>
    <message>
        <source>%1 runs of the queue could not be read; the file that has them was kept as %2. %3</source>
        <translation>%1 Läufe der Warteschlange waren nicht lesbar; die Datei mit ihnen wurde als %2 aufgehoben. %3</translation>
    </message>
    <message>
        <source>The queue&apos;s runner ended without a word; start it again, it goes on where it was.</source>
        <translation>Die Warteschlange brach wortlos ab; nach erneutem Starten macht sie weiter, wo sie war.</translation>
    </message>
    <message>
        <source>The queue&apos;s runner for %1 ended without a word; start it again, it goes on where it was.</source>
        <translation>Die Warteschlange für %1 brach wortlos ab; nach erneutem Starten macht sie weiter, wo sie war.</translation>
    </message>
    <message>
        <source>The queue&apos;s runner failed: %1.</source>
        <translation>Die Warteschlange brach ab: %1.</translation>
    </message>
    <message>
        <source>The queue&apos;s runner for %1 failed: %2.</source>
        <translation>Die Warteschlange für %1 brach ab: %2.</translation>
    </message>
    <message>
        <source>%1: is nothing that runs of %2 can differ in</source>
        <translation>%1: ist nichts, worin sich Läufe von %2 unterscheiden können</translation>
    </message>
    <message>
        <source>%1: the sweep names no value for it</source>
        <translation>%1: die Läufe nennen keinen Wert dafür</translation>
    </message>
    <message>
        <source>%1: %2 is given twice</source>
        <translation>%1: %2 ist doppelt angegeben</translation>
    </message>
    <message>
        <source>the sweep makes more than %1 runs</source>
        <translation>das ergibt mehr als %1 Läufe</translation>
    </message>
    <message>
        <source>Leave some values out.</source>
        <translation>Einige Werte weglassen.</translation>
    </message>
    <message>
        <source>a run in the queue needs settings</source>
        <translation>ein Lauf in der Warteschlange braucht Einstellungen</translation>
    </message>
    <message>
        <source>a sweep makes several runs, which cannot share the folder %1</source>
        <translation>das ergibt mehrere Läufe, die sich den Ordner %1 nicht teilen können</translation>
    </message>
    <message>
        <source>Leave the folder out; each run gets one under the runs folder.</source>
        <translation>Den Ordner weglassen; jeder Lauf bekommt einen unter dem Ordner der Läufe.</translation>
    </message>
    <message>
        <source>a sweep begins new runs and cannot go on with %1</source>
        <translation>mehrere Läufe beginnen neu und können nicht mit %1 weitergehen</translation>
    </message>
    <message>
        <source>Begin with its weights instead.</source>
        <translation>Stattdessen mit dessen Gewichten beginnen.</translation>
    </message>
    <message>
        <source>the run that it goes on with: %1</source>
        <translation>der Lauf, mit dem er weitergeht: %1</translation>
    </message>
    <message>
        <source>its checkpoints take about %1 of disk, and %2 are free in %3</source>
        <translation>seine Checkpoints brauchen etwa %1 auf der Platte, und in %3 sind %2 frei</translation>
    </message>
    <message>
        <source>%1 needs %2, more than its budget of %3; it waits until it is changed or removed.</source>
        <translation>%1 braucht %2, mehr als sein Budget von %3; wartet, bis er geändert oder entfernt wird.</translation>
    </message>
    <message>
        <source>%1 needs %2, more than %3 can ever give, and no plan with the same result fits; it waits until it is changed or removed.</source>
        <translation>%1 braucht %2, mehr als %3 je geben kann, und kein Plan mit gleichem Ergebnis passt; wartet, bis er geändert oder entfernt wird.</translation>
    </message>
    <message>
        <source>%1 needs %2, more than %3 can ever give; it waits until it is changed or removed.</source>
        <translation>%1 braucht %2, mehr als %3 je geben kann; wartet, bis er geändert oder entfernt wird.</translation>
    </message>
    <message>
        <source>%1, and no plan with the same result fits</source>
        <translation>%1, und kein Plan mit gleichem Ergebnis passt</translation>
    </message>
    <message>
        <source>needs %1, more than its budget of %2</source>
        <translation>braucht %1, mehr als sein Budget von %2</translation>
    </message>
    <message>
        <source>needs %1, more than %2 can ever give</source>
        <translation>braucht %1, mehr als %2 je geben kann</translation>
    </message>
    <message>
        <source>waits for room on %1: %2</source>
        <translation>wartet auf Platz auf %1: %2</translation>
    </message>
    <message>
        <source>%1 waits for room on %2: %3.</source>
        <translation>%1 wartet auf Platz auf %2: %3.</translation>
    </message>
    <message>
        <source>the check was stopped</source>
        <translation>die Prüfung wurde angehalten</translation>
    </message>
    <message>
        <source>headroom-cli %1 gave no answer that can be read</source>
        <translation>headroom-cli %1 gab keine lesbare Antwort</translation>
    </message>
    <message>
        <source>the process was killed; the system may have run out of memory at %1 %2</source>
        <translation>der Prozess wurde bei %1 %2 abgebrochen; vielleicht ging dem System der Speicher aus</translation>
    </message>
    <message>
        <source>the process was killed; the system may have run out of memory</source>
        <translation>der Prozess wurde abgebrochen; vielleicht ging dem System der Speicher aus</translation>
    </message>
    <message>
        <source>the process crashed (%1): %2</source>
        <translation>der Prozess ist abgestürzt (%1): %2</translation>
    </message>
    <message>
        <source>the process crashed (%1)</source>
        <translation>der Prozess ist abgestürzt (%1)</translation>
    </message>
    <message>
        <source>the process ended with exit status %1</source>
        <translation>der Prozess endete mit dem Status %1</translation>
    </message>
    <message>
        <source>its runner was ended, and nothing is left of the run: %1</source>
        <translation>seine Warteschlange wurde beendet, und vom Lauf ist nichts übrig: %1</translation>
    </message>
    <message>
        <source>its runner was ended at %1 %2</source>
        <translation>seine Warteschlange wurde bei %1 %2 beendet</translation>
    </message>
    <message>
        <source>its newest checkpoint is of %1 %2</source>
        <translation>sein neuester Checkpoint ist von %1 %2</translation>
    </message>
    <message>
        <source>stopped with the queue</source>
        <translation>mit der Warteschlange angehalten</translation>
    </message>
    <message>
        <source>removed from the queue</source>
        <translation>aus der Warteschlange entfernt</translation>
    </message>
    <message>
        <source>%1, but killed before it was saved</source>
        <translation>%1, aber abgebrochen, bevor er gespeichert war</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>%1 bei Schritt %2</translation>
    </message>
    <message>
        <source>%1 at iteration %2</source>
        <translation>%1 bei Durchlauf %2</translation>
    </message>
    <message>
        <source>a probe step left nothing to forecast from</source>
        <translation>ein Probe-Schritt ließ nichts für eine Prognose übrig</translation>
    </message>
    <message>
        <source>there is no batch to keep</source>
        <translation>es gibt keinen Batch, der zu behalten wäre</translation>
    </message>
    <message>
        <source>Install it: it measures what a run takes while no run has the GPU.</source>
        <translation>headroom-cli installieren: Es misst, was ein Lauf braucht, während keiner die GPU hat.</translation>
    </message>
    <message>
        <source>Fits as asked, %1 to spare</source>
        <translation>Passt wie gewünscht, %1 übrig</translation>
    </message>
    <message>
        <source>Tight as asked, %1 to spare</source>
        <translation>Wie gewünscht ist es knapp, %1 übrig</translation>
    </message>
    <message>
        <source>%1 fits, %2 to spare</source>
        <translation>%1 passt, %2 übrig</translation>
    </message>
    <message>
        <source>%1 is tight, %2 to spare</source>
        <translation>%1 ist knapp, %2 übrig</translation>
    </message>
    <message>
        <source>Nothing fits: the smallest of %1 plans lacks %2</source>
        <translation>Nichts passt: dem kleinsten von %1 Plänen fehlen %2</translation>
    </message>
    <message>
        <source>the recipe was not made</source>
        <translation>das Rezept wurde nicht gemacht</translation>
    </message>
    <message>
        <source>target: no file to write was named</source>
        <translation>target: keine Datei zum Schreiben genannt</translation>
    </message>
    <message>
        <source>%1: no such folder</source>
        <translation>%1: diesen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>Make it, or choose another one.</source>
        <translation>Den Ordner anlegen oder einen anderen wählen.</translation>
    </message>
    <message>
        <source>%1: is a folder, not a file to write</source>
        <translation>%1: ist ein Ordner, keine Datei zum Schreiben</translation>
    </message>
    <message>
        <source>format: &apos;%1&apos; cannot hold this export; choose %2</source>
        <translation>format: „%1“ kann diesen Export nicht fassen; %2 wählen</translation>
    </message>
    <message>
        <source>latents: a walk needs two ends or more</source>
        <translation>latents: ein Walk braucht zwei Enden oder mehr</translation>
    </message>
    <message>
        <source>%1: holds no pictures yet</source>
        <translation>%1: enthält noch keine Bilder</translation>
    </message>
    <message>
        <source>%1: holds no samples yet</source>
        <translation>%1: enthält noch keine Samples</translation>
    </message>
    <message>
        <source>Pictures are kept every preview.every %1.</source>
        <translation>Bilder werden alle preview.every %1 behalten.</translation>
    </message>
    <message>
        <source>Samples are drawn every preview.every %1.</source>
        <translation>Samples werden alle preview.every %1 gezeichnet.</translation>
    </message>
    <message>
        <source>Its weights can still be exported.</source>
        <translation>Seine Gewichte lassen sich noch exportieren.</translation>
    </message>
    <message>
        <source>%1: runs of %2 have no form for other programs</source>
        <translation>%1: Läufe von %2 haben keine Form für andere Programme</translation>
    </message>
    <message>
        <source>Export the checkpoint as safetensors.</source>
        <translation>Den Checkpoint als safetensors exportieren.</translation>
    </message>
    <message>
        <source>%1 is there and is no model card of Headroom</source>
        <translation>%1 ist schon da und ist keine Modellkarte von Headroom</translation>
    </message>
    <message>
        <source>Choose another folder; nothing was written.</source>
        <translation>Einen anderen Ordner wählen; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>--licence: &apos;%1&apos; is no name of a licence on the Hugging Face hub</source>
        <translation>--licence: „%1“ ist kein Name einer Lizenz auf dem Hugging Face Hub</translation>
    </message>
    <message>
        <source>Such as cc-by-4.0, mit, openrail, other or unknown.</source>
        <translation>Wie etwa cc-by-4.0, mit, openrail, other oder unknown.</translation>
    </message>
    <message>
        <source>%1: is no run or checkpoint, whose weights could be exported</source>
        <translation>%1: ist kein Lauf oder Checkpoint, dessen Gewichte sich exportieren ließen</translation>
    </message>
    <message>
        <source>headroom-cli weights convert changes the format of a weight file.</source>
        <translation>headroom-cli weights convert ändert das Format einer Gewichtsdatei.</translation>
    </message>
    <message>
        <source>%1: has no weights of its own to export</source>
        <translation>%1: hat keine eigenen Gewichte zu exportieren</translation>
    </message>
    <message>
        <source>%1: holds averaged weights alone</source>
        <translation>%1: enthält nur gemittelte Gewichte</translation>
    </message>
    <message>
        <source>Export those.</source>
        <translation>Diese exportieren.</translation>
    </message>
    <message>
        <source>%1: holds no %2</source>
        <translation>%1: darin fehlt: %2</translation>
    </message>
    <message>
        <source>Name a run, a checkpoint, a weight file, or a folder with netG and netD.</source>
        <translation>Einen Lauf, einen Checkpoint, eine Gewichtsdatei oder einen Ordner mit netG und netD nennen.</translation>
    </message>
    <message>
        <source>%1 is neither a run nor a checkpoint and holds no netG*.pth or netG*.safetensors</source>
        <translation>%1 ist weder ein Lauf noch ein Checkpoint und enthält kein netG*.pth oder netG*.safetensors</translation>
    </message>
    <message>
        <source>%1 holds %2 files called %3*, from %4 to %5</source>
        <translation>%1 enthält %2 Dateien namens %3*, von %4 bis %5</translation>
    </message>
    <message>
        <source>Name the file that you want.</source>
        <translation>Die gewünschte Datei nennen.</translation>
    </message>
    <message>
        <source>%1 holds a discriminator where a generator is wanted</source>
        <translation>%1 enthält einen Diskriminator, wo ein Generator gebraucht wird</translation>
    </message>
    <message>
        <source>%1 holds a generator where a discriminator is wanted</source>
        <translation>%1 enthält einen Generator, wo ein Diskriminator gebraucht wird</translation>
    </message>
    <message>
        <source>The generator&apos;s file is usually called netG.</source>
        <translation>Die Datei des Generators heißt meist netG.</translation>
    </message>
    <message>
        <source>The discriminator&apos;s file is usually called netD.</source>
        <translation>Die Datei des Diskriminators heißt meist netD.</translation>
    </message>
    <message>
        <source>%1 holds a VQGAN, which makes pictures from pictures, not from random numbers</source>
        <translation>%1 enthält ein VQGAN, das Bilder aus Bildern macht, nicht aus Zufallszahlen</translation>
    </message>
    <message>
        <source>Name the run that trained it to see reconstructions; imagine --vqgan FILE paints with it.</source>
        <translation>Den Lauf nennen, der es trainiert hat, um Rekonstruktionen zu sehen; imagine --vqgan DATEI malt damit.</translation>
    </message>
    <message>
        <source>%1 holds a Light GAN, not a DCGAN</source>
        <translation>%1 enthält ein Light GAN, kein DCGAN</translation>
    </message>
    <message>
        <source>headroom-cli train light-gan --from begins with it.</source>
        <translation>headroom-cli train light-gan --from beginnt damit.</translation>
    </message>
    <message>
        <source>only the generator has weights to begin with; the discriminator begins anew</source>
        <translation>nur der Generator hat Gewichte zum Beginnen; der Diskriminator beginnt neu</translation>
    </message>
    <message>
        <source>only the autoencoder has weights to begin with; the discriminator begins anew</source>
        <translation>nur der Autoencoder hat Gewichte zum Beginnen; der Diskriminator beginnt neu</translation>
    </message>
    <message>
        <source>only the %1 has weights to begin with; the other network begins anew</source>
        <translation>nur für eines sind Gewichte zum Beginnen da (%1); das andere Netz beginnt neu</translation>
    </message>
    <message>
        <source>generator</source>
        <translation>Generator</translation>
    </message>
    <message>
        <source>discriminator</source>
        <translation>Diskriminator</translation>
    </message>
    <message>
        <source>Headroom&apos;s settings cannot describe this network.</source>
        <translation>Headrooms Einstellungen können dieses Netz nicht beschreiben.</translation>
    </message>
    <message>
        <source>%1: the weights are not those of a Light GAN: %2</source>
        <translation>%1: die Gewichte sind nicht die eines Light GAN: %2</translation>
    </message>
    <message>
        <source>%1 holds no Light GAN</source>
        <translation>%1 enthält kein Light GAN</translation>
    </message>
    <message>
        <source>%1 is of a %2 run, not of a light-gan run</source>
        <translation>%1 gehört zu einem Lauf von %2, nicht von light-gan</translation>
    </message>
    <message>
        <source>Name a run, a checkpoint or a model_N.pt of lightweight-gan.</source>
        <translation>Einen Lauf, einen Checkpoint oder ein model_N.pt von lightweight-gan nennen.</translation>
    </message>
    <message>
        <source>%1 holds no VQGAN</source>
        <translation>%1 enthält kein VQGAN</translation>
    </message>
    <message>
        <source>%1 is of a %2 run, not of a vqgan run</source>
        <translation>%1 gehört zu einem Lauf von %2, nicht von vqgan</translation>
    </message>
    <message>
        <source>Name a run, a checkpoint or a VQGAN&apos;s weight file.</source>
        <translation>Einen Lauf, einen Checkpoint oder die Gewichtsdatei eines VQGAN nennen.</translation>
    </message>
    <message>
        <source>%1 holds a VQGAN without its encoder, which training needs</source>
        <translation>%1 enthält ein VQGAN ohne seinen Encoder, den das Training braucht</translation>
    </message>
    <message>
        <source>%1 holds a VQGAN of a kind that Headroom does not train</source>
        <translation>%1 enthält ein VQGAN einer Art, die Headroom nicht trainiert</translation>
    </message>
    <message>
        <source>It trains those of colour pictures whose encoder gives z_channels once.</source>
        <translation>Trainiert werden die farbiger Bilder, deren Encoder z_channels einmal ausgibt.</translation>
    </message>
    <message>
        <source>%1 has a discriminator of a kind that Headroom lacks; it begins anew</source>
        <translation>%1 hat einen Diskriminator einer Art, die Headroom fehlt; er beginnt neu</translation>
    </message>
    <message>
        <source>%1: %2 is larger than any tensor can be</source>
        <translation>%1: %2 ist größer, als ein Tensor sein kann</translation>
    </message>
    <message>
        <source>%1: the tensors are not those of a DCGAN network: %2</source>
        <translation>%1: die Tensoren sind nicht die eines DCGAN-Netzes: %2</translation>
    </message>
    <message>
        <source>the tensor %1 with shape %2 has no place in one</source>
        <translation>der Tensor %1 mit der Form %2 hat in einem keinen Platz</translation>
    </message>
    <message>
        <source>the tensor %1 holds whole numbers (%2), not weights</source>
        <translation>der Tensor %1 enthält ganze Zahlen (%2), keine Gewichte</translation>
    </message>
    <message>
        <source>the tensor %1 has shape %2 where a filter of 4 x 4 is wanted</source>
        <translation>der Tensor %1 hat die Form %2, wo ein Filter von 4 x 4 gebraucht wird</translation>
    </message>
    <message>
        <source>the tensor %1 has shape %2 where one filter of 4 x 4 per channel is wanted</source>
        <translation>der Tensor %1 hat die Form %2, wo ein Filter von 4 x 4 je Kanal gebraucht wird</translation>
    </message>
    <message>
        <source>the tensor %1 has shape %2, which does not fit %3 of the depthwise filter before it</source>
        <translation>der Tensor %1 hat die Form %2, die nicht zu %3 des Depthwise-Filters davor passt</translation>
    </message>
    <message>
        <source>the tensor %1weight is empty</source>
        <translation>der Tensor %1weight ist leer</translation>
    </message>
    <message>
        <source>the tensor %1 is missing</source>
        <translation>der Tensor %1 fehlt</translation>
    </message>
    <message>
        <source>the convolution %1* takes %2 channels where the one before it makes %3</source>
        <translation>die Faltung %1* nimmt %2 Kanäle, wo die davor %3 macht</translation>
    </message>
    <message>
        <source>it has %1 convolutions (main.0.weight and so on) where a DCGAN has 3 to 10</source>
        <translation>es hat %1 Faltungen (main.0.weight und so weiter), wo ein DCGAN 3 bis 10 hat</translation>
    </message>
    <message>
        <source>some of its filters behind the first are 3 x 3 and some 4 x 4</source>
        <translation>von seinen Filtern hinter dem ersten sind einige 3 x 3 und einige 4 x 4</translation>
    </message>
    <message>
        <source>%1: cannot be deleted: %2</source>
        <translation>%1: lässt sich nicht löschen: %2</translation>
    </message>
    <message>
        <source>the engine (%1) is not beside the program</source>
        <translation>die Engine (%1) liegt nicht neben dem Programm</translation>
    </message>
    <message>
        <source>Build with HEADROOM_TORCH=ON, or install Headroom again.</source>
        <translation>Mit HEADROOM_TORCH=ON bauen oder Headroom neu installieren.</translation>
    </message>
    <message>
        <source>the engine %1 could not be loaded</source>
        <translation>die Engine %1 ließ sich nicht laden</translation>
    </message>
    <message>
        <source>Install Headroom again, all parts together.</source>
        <translation>Headroom neu installieren, alle Teile zusammen.</translation>
    </message>
    <message>
        <source>LibTorch %1, which Headroom computes with, is not here yet</source>
        <translation>LibTorch %1, mit dem Headroom rechnet, ist noch nicht hier</translation>
    </message>
    <message>
        <source>headroom-cli setup fetches it, once (about 550 MB); --from takes it from a folder.</source>
        <translation>headroom-cli setup holt es, einmal (etwa 550 MB); --from nimmt es aus einem Ordner.</translation>
    </message>
    <message>
        <source>LibTorch in %1 cannot be loaded</source>
        <translation>LibTorch in %1 lässt sich nicht laden</translation>
    </message>
    <message>
        <source>Remove it with headroom-cli setup --remove and fetch it again with headroom-cli setup.</source>
        <translation>Mit headroom-cli setup --remove entfernen und mit headroom-cli setup wieder holen.</translation>
    </message>
    <message>
        <source>%1: cannot be read</source>
        <translation>%1: ist nicht lesbar</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>%1 ist nicht lesbar</translation>
    </message>
    <message>
        <source>%1 is not there</source>
        <translation>%1 ist nicht da</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is not a whole number between %3 and %4</source>
        <translation>%1: „%2“ ist keine ganze Zahl zwischen %3 und %4</translation>
    </message>
    <message>
        <source>%1: contains a zero byte</source>
        <translation>%1: enthält ein Nullbyte</translation>
    </message>
    <message>
        <source>Run headroom-cli train dcgan --help for the list.</source>
        <translation>headroom-cli train dcgan --help zeigt die Liste.</translation>
    </message>
    <message>
        <source>net.multipliers: %1 levels are not between 1 and %2</source>
        <translation>net.multipliers: %1 Ebenen liegen nicht zwischen 1 und %2</translation>
    </message>
    <message>
        <source>net.code_width: Gumbel codes are drawn from latents of net.z channels; set it to %1 as well</source>
        <translation>net.code_width: Gumbel-Codes werden aus Latents mit net.z Kanälen gezogen; ebenfalls auf %1 setzen</translation>
    </message>
    <message>
        <source>codebook.decay: Gumbel codes are drawn by logits, not by their distance; set it to 0</source>
        <translation>codebook.decay: Gumbel-Codes werden nach Logits gezogen, nicht nach ihrem Abstand; auf 0 setzen</translation>
    </message>
    <message>
        <source>codebook.restart: Gumbel codes are drawn by logits, not by their distance; set it to 0</source>
        <translation>codebook.restart: Gumbel-Codes werden nach Logits gezogen, nicht nach ihrem Abstand; auf 0 setzen</translation>
    </message>
    <message>
        <source>image.size: %1 px is no multiple of the %2 px that one code stands for; choose fewer net.multipliers, a smaller net.patch or larger pictures</source>
        <translation>image.size: %1 px ist kein Vielfaches der %2 px, für die ein Code steht; weniger net.multipliers, ein kleineres net.patch oder größere Bilder wählen</translation>
    </message>
    <message>
        <source>d.layers: %1 layers leave nothing of pictures of %2 px; choose fewer</source>
        <translation>d.layers: %1 Schichten lassen von Bildern von %2 px nichts übrig; weniger wählen</translation>
    </message>
    <message>
        <source>image.size: %1 px is not a power of two from 64 to 1024</source>
        <translation>image.size: %1 px ist keine Zweierpotenz von 64 bis 1024</translation>
    </message>
    <message>
        <source>model.attention: &apos;%1&apos; is no list of sides such as &apos;32&apos; or &apos;16 32&apos;; they are powers of two</source>
        <translation>model.attention: „%1“ ist keine Liste von Seiten wie „32“ oder „16 32“; es sind Zweierpotenzen</translation>
    </message>
    <message>
        <source>model.width: a Light GAN&apos;s decoders halve its widest layer four times; choose 16 or more</source>
        <translation>model.width: die Decoder eines Light GAN halbieren seine breiteste Schicht viermal; 16 oder mehr wählen</translation>
    </message>
    <message>
        <source>model.width_side: %1 is no power of two, such as 1024 or 4096</source>
        <translation>model.width_side: %1 ist keine Zweierpotenz wie 1024 oder 4096</translation>
    </message>
    <message>
        <source>latent.drops: &apos;%1&apos; is not a per cent between 0 and 100</source>
        <translation>latent.drops: „%1“ ist kein Prozentsatz zwischen 0 und 100</translation>
    </message>
    <message>
        <source>prompts.noise: &apos;%1&apos; is not a whole number to draw from</source>
        <translation>prompts.noise: „%1“ ist keine ganze Zahl, aus der gezogen werden kann</translation>
    </message>
    <message>
        <source>prompts: there is nothing to paint</source>
        <translation>prompts: es gibt nichts zu malen</translation>
    </message>
    <message>
        <source>Write what the picture shall show.</source>
        <translation>Schreiben, was das Bild zeigen soll.</translation>
    </message>
    <message>
        <source>prompts: at least one prompt must stay on</source>
        <translation>prompts: mindestens ein Prompt muss an bleiben</translation>
    </message>
    <message>
        <source>say what to paint, as in headroom-cli imagine &quot;a red cube on a green floor&quot;</source>
        <translation>sagen, was gemalt werden soll, wie in headroom-cli imagine &quot;a red cube on a green floor&quot;</translation>
    </message>
    <message>
        <source>text to image starts from pictures and models, not from a run&apos;s weights</source>
        <translation>Text zu Bild beginnt mit Bildern und Modellen, nicht mit den Gewichten eines Laufs</translation>
    </message>
    <message>
        <source>Use vqgan.file and clip.files.</source>
        <translation>vqgan.file und clip.files verwenden.</translation>
    </message>
    <message>
        <source>steps: a run over a folder ends with its last picture</source>
        <translation>steps: ein Lauf über einen Ordner endet mit dessen letztem Bild</translation>
    </message>
    <message>
        <source>frames.steps says how long each is painted on.</source>
        <translation>frames.steps sagt, wie lange auf jedem gemalt wird.</translation>
    </message>
    <message>
        <source>checkpoint.best: no checkpoint is the best one by this score until the run is scored; set scores.every, or score it by hand</source>
        <translation>checkpoint.best: kein Checkpoint ist nach dieser Bewertung der beste, bis der Lauf bewertet wird; scores.every setzen oder von Hand bewerten</translation>
    </message>
    <message>
        <source>Inception&apos;s features need a file of its weights: the run goes on without scores</source>
        <translation>Inceptions Merkmale brauchen eine Datei mit Gewichten: der Lauf geht ohne Bewertungen weiter</translation>
    </message>
    <message>
        <source>Name it with scores.weights, then set scores.every again.</source>
        <translation>Die Datei mit scores.weights nennen, dann scores.every wieder setzen.</translation>
    </message>
    <message>
        <source>memory.budget: %1 is not enough: the program and its libraries alone take %2</source>
        <translation>memory.budget: %1 reicht nicht: schon das Programm und seine Bibliotheken brauchen %2</translation>
    </message>
    <message>
        <source>memory.budget: %1 is not enough: the program takes %2, and weights, optimiser state and gradients of this run %3, whatever the batch</source>
        <translation>memory.budget: %1 reicht nicht: das Programm braucht %2, und Gewichte, Optimiererzustand und Gradienten dieses Laufs %3, bei jedem Batch</translation>
    </message>
    <message>
        <source>the networks and a first picture do not fit in the budget of %1 less %2 for the program itself</source>
        <translation>die Netze und ein erstes Bild passen nicht ins Budget von %1 abzüglich %2 für das Programm selbst</translation>
    </message>
    <message>
        <source>the change does not fit in the budget of %1 less %2 for the program itself</source>
        <translation>die Änderung passt nicht ins Budget von %1 abzüglich %2 für das Programm selbst</translation>
    </message>
    <message>
        <source>%1 %2 does not fit: %3 more than the %4 in use were needed, budget %5 less %6 for the program itself</source>
        <translation>%1 %2 passt nicht: nötig waren %3 mehr als die belegten %4, Budget %5 abzüglich %6 für das Programm selbst</translation>
    </message>
    <message>
        <source>%1 %2 does not fit on %3: %4 more than the %5 in use were needed</source>
        <translation>%1 %2 passt nicht, auf %3: nötig waren %4 mehr als die belegten %5</translation>
    </message>
    <message>
        <source>tried %1: %2 back, %3 still missing</source>
        <translation>%1 versucht: %2 zurück, noch fehlen %3</translation>
    </message>
    <message>
        <source>tried %1: %2 still missing</source>
        <translation>%1 versucht: noch fehlen %2</translation>
    </message>
    <message>
        <source>tried %1: not enough</source>
        <translation>%1 versucht: nicht genug</translation>
    </message>
    <message>
        <source>Raise the budget, lower the resolution or use narrower networks.</source>
        <translation>Das Budget erhöhen, die Auflösung senken oder schmalere Netze nehmen.</translation>
    </message>
    <message>
        <source>Raise the budget, or choose a smaller picture or smaller models.</source>
        <translation>Das Budget erhöhen oder ein kleineres Bild oder kleinere Modelle wählen.</translation>
    </message>
    <message>
        <source>allocations found room only after caches had been emptied, in %1 %2 one after the other</source>
        <translation>Speicher fand sich nur, nachdem Caches geleert worden waren (%1 %2 nacheinander)</translation>
    </message>
    <message>
        <source>there was no room to read a phrase or to move the picture before %1 %2</source>
        <translation>vor %1 %2 war kein Platz, um einen Satz zu lesen oder das Bild zu bewegen</translation>
    </message>
    <message>
        <source>there are no cutouts while the memory is lent</source>
        <translation>solange der Speicher verliehen ist, gibt es keine Ausschnitte</translation>
    </message>
    <message>
        <source>the model could not be copied to host memory</source>
        <translation>das Modell ließ sich nicht in den Hauptspeicher kopieren</translation>
    </message>
    <message>
        <source>the data set of %1 found no room on the device and stays on the host</source>
        <translation>der Datensatz von %1 fand auf dem Gerät keinen Platz und bleibt im Hauptspeicher</translation>
    </message>
    <message>
        <source>the data set was not brought to the device</source>
        <translation>der Datensatz wurde nicht auf das Gerät gebracht</translation>
    </message>
    <message>
        <source>%1 %2 could not be completed: some of the networks have made it and others have not</source>
        <translation>%1 %2 ließ sich nicht abschließen: einige Netze haben ihn gemacht, andere nicht</translation>
    </message>
    <message>
        <source>%1 %2 is made, but its figures could not be read</source>
        <translation>%1 %2 ist gemacht, aber die Werte ließen sich nicht lesen</translation>
    </message>
    <message>
        <source>figures of the latest %1 could not be read</source>
        <translation>die Werte der letzten %1 ließen sich nicht lesen</translation>
    </message>
    <message>
        <source>the part of it that was final stands, and the step counts as made</source>
        <translation>was davon endgültig war, bleibt, und der Schritt zählt als gemacht</translation>
    </message>
    <message>
        <source>the checkpoint at step %1 is not one of a VQGAN</source>
        <translation>der Checkpoint bei Schritt %1 ist keiner eines VQGAN</translation>
    </message>
    <message>
        <source>Choose a checkpoint of a VQGAN run, or a VQGAN&apos;s weight file.</source>
        <translation>Einen Checkpoint eines VQGAN-Laufs oder die Gewichtsdatei eines VQGAN wählen.</translation>
    </message>
    <message>
        <source>the checkpoint at step %1 is not one of a Light GAN</source>
        <translation>der Checkpoint bei Schritt %1 ist keiner eines Light GAN</translation>
    </message>
    <message>
        <source>Choose a checkpoint of a Light GAN&apos;s run, or a model_N.pt of lightweight-gan.</source>
        <translation>Einen Checkpoint eines Light-GAN-Laufs oder eine model_N.pt von lightweight-gan wählen.</translation>
    </message>
    <message>
        <source>the checkpoint at step %1 is not one of a DCGAN</source>
        <translation>der Checkpoint bei Schritt %1 ist keiner eines DCGAN</translation>
    </message>
    <message>
        <source>Choose a checkpoint of a DCGAN run.</source>
        <translation>Einen Checkpoint eines DCGAN-Laufs wählen.</translation>
    </message>
    <message>
        <source>the checkpoint at iteration %1 is not one of text to image</source>
        <translation>der Checkpoint bei Durchlauf %1 ist keiner von Text zu Bild</translation>
    </message>
    <message>
        <source>the checkpoint at iteration %1 has no latent</source>
        <translation>der Checkpoint bei Durchlauf %1 hat kein Latent</translation>
    </message>
    <message>
        <source>the checkpoint at iteration %1 does not belong to this VQGAN: its latent has another shape</source>
        <translation>der Checkpoint bei Durchlauf %1 gehört nicht zu diesem VQGAN: sein Latent hat eine andere Form</translation>
    </message>
    <message>
        <source>the checkpoint at iteration %1 has a latent of %2 x %3 cells, and its settings say a picture of %4 x %5 pixels</source>
        <translation>der Checkpoint bei Durchlauf %1 hat ein Latent von %2 × %3 Zellen, und seine Einstellungen verlangen ein Bild von %4 × %5 Pixeln</translation>
    </message>
    <message>
        <source>the checkpoint at iteration %1 has a latent that is not of float32</source>
        <translation>der Checkpoint bei Durchlauf %1 hat ein Latent, das nicht in float32 ist</translation>
    </message>
    <message>
        <source>the checkpoint at iteration %1 lacks &quot;%2&quot;, or has it in another shape than the latent</source>
        <translation>dem Checkpoint bei Durchlauf %1 fehlt „%2“, oder es hat eine andere Form als das Latent</translation>
    </message>
    <message>
        <source>Choose a checkpoint of a text-to-image run.</source>
        <translation>Einen Checkpoint eines Text-zu-Bild-Laufs wählen.</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s counters cannot be read</source>
        <translation>die Zähler des Checkpoints sind nicht lesbar</translation>
    </message>
    <message>
        <source>the checkpoint has no %1</source>
        <translation>dem Checkpoint fehlt %1</translation>
    </message>
    <message>
        <source>the checkpoint holds another network than the settings ask for</source>
        <translation>der Checkpoint enthält ein anderes Netz, als die Einstellungen verlangen</translation>
    </message>
    <message>
        <source>%1 holds another network than the settings ask for</source>
        <translation>%1 enthält ein anderes Netz, als die Einstellungen verlangen</translation>
    </message>
    <message>
        <source>It fits with %1 (--set on the command line).</source>
        <translation>Es passt mit %1 (--set auf der Kommandozeile).</translation>
    </message>
    <message>
        <source>It fits with %1.</source>
        <translation>Es passt mit %1.</translation>
    </message>
    <message>
        <source>%1: the tensor %2 is missing; the settings want it with shape %3</source>
        <translation>%1: der Tensor %2 fehlt; die Einstellungen verlangen ihn mit der Form %3</translation>
    </message>
    <message>
        <source>%1: the tensor %2 has shape %3, the settings want %4</source>
        <translation>%1: der Tensor %2 hat die Form %3, die Einstellungen verlangen %4</translation>
    </message>
    <message>
        <source>%1: the tensor %2 holds whole numbers (%3), the settings want fractions</source>
        <translation>%1: der Tensor %2 enthält ganze Zahlen (%3), die Einstellungen verlangen Brüche</translation>
    </message>
    <message>
        <source>%1: the tensor %2 with shape %3 has no place in a network of these settings</source>
        <translation>%1: der Tensor %2 mit der Form %3 hat in einem Netz dieser Einstellungen keinen Platz</translation>
    </message>
    <message>
        <source>The file belongs to another architecture.</source>
        <translation>Die Datei gehört zu einer anderen Architektur.</translation>
    </message>
    <message>
        <source>Its layers are not each twice as wide as the next, which no setting makes.</source>
        <translation>Seine Schichten sind nicht je doppelt so breit wie die nächste, was keine Einstellung macht.</translation>
    </message>
    <message>
        <source>Pictures of %1 channels cannot be trained.</source>
        <translation>Bilder mit %1 Kanälen lassen sich nicht trainieren.</translation>
    </message>
    <message>
        <source>It makes pictures of %1 px; Headroom trains 32 to 512 px.</source>
        <translation>Es macht Bilder von %1 px; Headroom trainiert 32 bis 512 px.</translation>
    </message>
    <message>
        <source>the weights are not those of a Light GAN&apos;s generator: %1</source>
        <translation>die Gewichte sind nicht die des Generators eines Light GAN: %1</translation>
    </message>
    <message>
        <source>the weights are not those of a Light GAN: %1</source>
        <translation>die Gewichte sind nicht die eines Light GAN: %1</translation>
    </message>
    <message>
        <source>no generator is among them</source>
        <translation>kein Generator ist darunter</translation>
    </message>
    <message>
        <source>its pictures have %1 channels (--transparent), which Headroom lacks</source>
        <translation>seine Bilder haben %1 Kanäle (--transparent), was Headroom nicht kann</translation>
    </message>
    <message>
        <source>Use networks of opaque pictures.</source>
        <translation>Netze für undurchsichtige Bilder verwenden.</translation>
    </message>
    <message>
        <source>its pictures have more than 1024 px; 64 to 1024 are trained</source>
        <translation>seine Bilder haben mehr als 1024 px; trainiert werden 64 bis 1024</translation>
    </message>
    <message>
        <source>its pictures have %1 px; 64 to 1024 are trained</source>
        <translation>seine Bilder haben %1 px; trainiert werden 64 bis 1024</translation>
    </message>
    <message>
        <source>its layers are wider than any that are trained</source>
        <translation>seine Schichten sind breiter als alle, die trainiert werden</translation>
    </message>
    <message>
        <source>its generator was made with --%1, which Headroom lacks</source>
        <translation>sein Generator wurde mit --%1 gemacht, was Headroom nicht kann</translation>
    </message>
    <message>
        <source>its discriminator was made with --%1, which Headroom lacks</source>
        <translation>sein Diskriminator wurde mit --%1 gemacht, was Headroom nicht kann</translation>
    </message>
    <message>
        <source>Use networks that were trained without it.</source>
        <translation>Netze verwenden, die ohne trainiert wurden.</translation>
    </message>
    <message>
        <source>its generator lacks %1</source>
        <translation>seinem Generator fehlt %1</translation>
    </message>
    <message>
        <source>its discriminator lacks %1</source>
        <translation>seinem Diskriminator fehlt %1</translation>
    </message>
    <message>
        <source>its generator has %1 in another shape</source>
        <translation>sein Generator hat %1 in anderer Form</translation>
    </message>
    <message>
        <source>its discriminator has %1 in another shape</source>
        <translation>sein Diskriminator hat %1 in anderer Form</translation>
    </message>
    <message>
        <source>its generator has %1 besides</source>
        <translation>sein Generator hat außerdem %1</translation>
    </message>
    <message>
        <source>its discriminator has %1 besides</source>
        <translation>sein Diskriminator hat außerdem %1</translation>
    </message>
    <message>
        <source>headroom-cli weights inspect says what the file holds.</source>
        <translation>headroom-cli weights inspect sagt, was die Datei enthält.</translation>
    </message>
    <message>
        <source>headroom-cli weights inspect says what a file holds.</source>
        <translation>headroom-cli weights inspect sagt, was eine Datei enthält.</translation>
    </message>
    <message>
        <source>%1: pictures of %2 channel cannot train a VQGAN, whose pictures have three</source>
        <translation>%1: Bilder mit %2 Kanal können kein VQGAN trainieren, dessen Bilder drei haben</translation>
    </message>
    <message>
        <source>Choose colour pictures.</source>
        <translation>Farbbilder wählen.</translation>
    </message>
    <message>
        <source>%1: this VQGAN is not of colour pictures</source>
        <translation>%1: dieses VQGAN ist nicht für Farbbilder</translation>
    </message>
    <message>
        <source>Choose one with three channels.</source>
        <translation>Eines mit drei Kanälen wählen.</translation>
    </message>
    <message>
        <source>%1: level %2 of this VQGAN is %3 channels wide, no multiple of 32, the number of the norms&apos; groups</source>
        <translation>%1: Ebene %2 dieses VQGAN ist %3 Kanäle breit, kein Vielfaches von 32, der Zahl der Gruppen der Norms</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>Ein anderes wählen.</translation>
    </message>
    <message>
        <source>clip.files: a CLIP&apos;s token_embedding.weight has %1 rows, and its tokens go up to %2</source>
        <translation>clip.files: token_embedding.weight eines CLIP hat %1 Zeilen, und seine Tokens gehen bis %2</translation>
    </message>
    <message>
        <source>Choose a CLIP that reads texts as OpenAI&apos;s do.</source>
        <translation>Ein CLIP wählen, das Texte liest wie die von OpenAI.</translation>
    </message>
    <message>
        <source>%1: features of %2 are not finite numbers</source>
        <translation>%1: Merkmale von %2 sind keine endlichen Zahlen</translation>
    </message>
    <message>
        <source>The weights are damaged, or of another network.</source>
        <translation>Die Gewichte sind beschädigt oder gehören zu einem anderen Netz.</translation>
    </message>
    <message>
        <source>The file is incomplete or of another network; headroom-cli weights inspect says what it holds.</source>
        <translation>Die Datei ist unvollständig oder gehört zu einem anderen Netz; headroom-cli weights inspect sagt, was sie enthält.</translation>
    </message>
    <message>
        <source>A perceptual loss needs VGG16&apos;s convolutions and LPIPS&apos;s weights: give one file with both, such as a VQGAN&apos;s training checkpoint, or two files separated by |.</source>
        <translation>Ein Perceptual Loss braucht die Faltungen von VGG16 und die Gewichte von LPIPS: eine Datei mit beiden nennen, etwa den Trainings-Checkpoint eines VQGAN, oder zwei Dateien, durch | getrennt.</translation>
    </message>
    <message>
        <source>The file is of another network than VGG16 with LPIPS.</source>
        <translation>Die Datei gehört zu einem anderen Netz als VGG16 mit LPIPS.</translation>
    </message>
    <message>
        <source>%1 files were skipped, the first is %2: %3</source>
        <translation>%1 Dateien wurden ausgelassen, die erste ist %2: %3</translation>
    </message>
    <message>
        <source>the data set is not the one this run was trained on</source>
        <translation>der Datensatz ist nicht der, mit dem dieser Lauf trainiert wurde</translation>
    </message>
    <message>
        <source>start.folder: there is no folder %1</source>
        <translation>start.folder: den Ordner %1 gibt es nicht</translation>
    </message>
    <message>
        <source>Choose the folder that holds the pictures.</source>
        <translation>Den Ordner wählen, der die Bilder enthält.</translation>
    </message>
    <message>
        <source>start.folder: the folder %1 cannot be read: %2</source>
        <translation>start.folder: der Ordner %1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>Look at its permissions.</source>
        <translation>Seine Rechte ansehen.</translation>
    </message>
    <message>
        <source>start.folder: the folder %1 holds no pictures</source>
        <translation>start.folder: der Ordner %1 enthält keine Bilder</translation>
    </message>
    <message>
        <source>start.folder: %1: none of its %2 files is a picture that can be read</source>
        <translation>start.folder: %1: keine seiner %2 Dateien ist ein lesbares Bild</translation>
    </message>
    <message>
        <source>start.folder: %1: no such folder, and %2 of its pictures are left to do</source>
        <translation>start.folder: %1: kein solcher Ordner, und %2 seiner Bilder sind noch zu malen</translation>
    </message>
    <message>
        <source>Put it back where it was.</source>
        <translation>Den Ordner dorthin zurücklegen, wo er war.</translation>
    </message>
    <message>
        <source>the checkpoint does not say where in the folder of pictures it was</source>
        <translation>der Checkpoint sagt nicht, wo im Ordner mit Bildern er war</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s place in the folder of pictures makes no sense</source>
        <translation>die Stelle des Checkpoints im Ordner mit Bildern ergibt keinen Sinn</translation>
    </message>
    <message>
        <source>it is passed over</source>
        <translation>es wird übergangen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is longer than this CLIP reads; its end is left out</source>
        <translation>„%1“ ist länger, als dieses CLIP liest; das Ende wird weggelassen</translation>
    </message>
    <message>
        <source>this CLIP was never shown: %1</source>
        <translation>dieses CLIP hat nie gesehen: %1</translation>
    </message>
    <message>
        <source>The picture may not show it.</source>
        <translation>Vielleicht zeigt das Bild es nicht.</translation>
    </message>
    <message>
        <source>the resolution changed again before the last change had faded in; that fade-in ended early</source>
        <translation>die Auflösung änderte sich wieder, bevor die letzte Änderung eingeblendet war; dieses Einblenden endete früher</translation>
    </message>
    <message>
        <source>Pictures may jump; wait for image.fade_steps to pass to avoid it.</source>
        <translation>Bilder können springen; image.fade_steps abwarten, um das zu vermeiden.</translation>
    </message>
    <message>
        <source>only text to image has cutouts</source>
        <translation>nur Text zu Bild hat Ausschnitte</translation>
    </message>
    <message>
        <source>Ask for a grid of samples.</source>
        <translation>Ein Raster von Samples verlangen.</translation>
    </message>
    <message>
        <source>no latents were named</source>
        <translation>keine Latents genannt</translation>
    </message>
    <message>
        <source>Name at least one.</source>
        <translation>Mindestens eines nennen.</translation>
    </message>
    <message>
        <source>there was no room to look at pictures</source>
        <translation>um Bilder anzusehen, war kein Platz</translation>
    </message>
    <message>
        <source>looking at pictures was stopped</source>
        <translation>das Ansehen der Bilder wurde angehalten</translation>
    </message>
    <message>
        <source>there was no room to ask the discriminator about held-out pictures</source>
        <translation>um den Diskriminator nach zurückgehaltenen Bildern zu fragen, war kein Platz</translation>
    </message>
    <message>
        <source>loading was stopped</source>
        <translation>das Laden wurde angehalten</translation>
    </message>
    <message>
        <source>the forecast was stopped</source>
        <translation>die Prognose wurde angehalten</translation>
    </message>
    <message>
        <source>a probe %1 failed on %2</source>
        <translation>ein Probe-%1 schlug auf %2 fehl</translation>
    </message>
    <message>
        <source>probes of the same settings took different courses</source>
        <translation>Proben derselben Einstellungen nahmen verschiedene Wege</translation>
    </message>
    <message>
        <source>the process that made the probes left none</source>
        <translation>der Prozess, der die Proben machte, hinterließ keine</translation>
    </message>
    <message>
        <source>Check that the folder of caches can be written: %1</source>
        <translation>Prüfen, ob sich in den Ordner der Caches schreiben lässt: %1</translation>
    </message>
    <message>
        <source>the machine was busy meanwhile, so the time is rough</source>
        <translation>der Rechner war unterdessen beschäftigt, die Zeit ist also grob</translation>
    </message>
    <message>
        <source>%1 per step once the discriminator takes part</source>
        <translation>%1 je Schritt, sobald der Diskriminator mitwirkt</translation>
    </message>
    <message>
        <source>%1: there is no generator of random latents</source>
        <translation>%1: kein Generator für zufällige Latents</translation>
    </message>
    <message>
        <source>Choose a run or a weight file of a DCGAN or of a Light GAN.</source>
        <translation>Einen Lauf oder eine Gewichtsdatei eines DCGAN oder Light GAN wählen.</translation>
    </message>
    <message>
        <source>a VQGAN reconstructs pictures; it has no random latents to choose or to walk between</source>
        <translation>ein VQGAN rekonstruiert Bilder; es hat keine zufälligen Latents zum Wählen oder für einen Walk</translation>
    </message>
    <message>
        <source>Ask for a grid of reconstructions.</source>
        <translation>Ein Raster von Rekonstruktionen verlangen.</translation>
    </message>
    <message>
        <source>%1 holds a discriminator; pictures come from a generator</source>
        <translation>%1 enthält einen Diskriminator; Bilder kommen von einem Generator</translation>
    </message>
    <message>
        <source>Name its netG file.</source>
        <translation>Seine netG-Datei nennen.</translation>
    </message>
    <message>
        <source>%1 is of another network than %2</source>
        <translation>%1 gehört zu einem anderen Netz als %2</translation>
    </message>
    <message>
        <source>Choose two checkpoints of one run, or of runs with the same network.</source>
        <translation>Zwei Checkpoints eines Laufs wählen oder von Läufen mit demselben Netz.</translation>
    </message>
    <message>
        <source>%1: no generator in this checkpoint</source>
        <translation>%1: kein Generator in diesem Checkpoint</translation>
    </message>
    <message>
        <source>Choose a checkpoint of a Light GAN&apos;s run.</source>
        <translation>Einen Checkpoint eines Light-GAN-Laufs wählen.</translation>
    </message>
    <message>
        <source>Choose a DCGAN checkpoint.</source>
        <translation>Einen DCGAN-Checkpoint wählen.</translation>
    </message>
    <message>
        <source>%1: the tensors are not those of a DCGAN generator: %2</source>
        <translation>%1: die Tensoren sind nicht die eines DCGAN-Generators: %2</translation>
    </message>
    <message>
        <source>%1: the tensors are not those of a DCGAN generator</source>
        <translation>%1: die Tensoren sind nicht die eines DCGAN-Generators</translation>
    </message>
    <message>
        <source>%1: the generator makes pictures of %2 channels; only 1 or 3 can be shown</source>
        <translation>%1: der Generator macht Bilder mit %2 Kanälen; nur 1 oder 3 lassen sich zeigen</translation>
    </message>
    <message>
        <source>%1 is of a %2, which has no random latents to walk between</source>
        <translation>%1 ist von einem %2 ohne zufällige Latents für einen Walk</translation>
    </message>
    <message>
        <source>%1 is of a %2, which has no random latents to choose, and whose weights are not blended</source>
        <translation>%1 ist von einem %2 ohne zufällige Latents zum Wählen, und Gewichte werden nicht überblendet</translation>
    </message>
    <message>
        <source>sample and export --what grid show its pictures.</source>
        <translation>sample und export --what grid zeigen seine Bilder.</translation>
    </message>
    <message>
        <source>%1 is of a %2, which has no random latents to truncate</source>
        <translation>%1 ist von einem %2 ohne zufällige Latents für eine Truncation</translation>
    </message>
    <message>
        <source>Leave the truncation at 1.</source>
        <translation>Die Truncation auf 1 lassen.</translation>
    </message>
    <message>
        <source>drawing the pictures of %1 did not fit in %2</source>
        <translation>das Zeichnen der Bilder von %1 passte nicht in %2</translation>
    </message>
    <message>
        <source>drawing the pictures of %1 failed: %2</source>
        <translation>das Zeichnen der Bilder von %1 schlug fehl: %2</translation>
    </message>
    <message>
        <source>Ask for fewer, or have the CPU draw them.</source>
        <translation>Weniger verlangen oder die CPU zeichnen lassen.</translation>
    </message>
    <message>
        <source>there is no picture to look for</source>
        <translation>es gibt kein Bild, nach dem gesucht werden kann</translation>
    </message>
    <message>
        <source>Choose one.</source>
        <translation>Eines wählen.</translation>
    </message>
    <message>
        <source>showing CLIP the data set did not fit in %1</source>
        <translation>CLIP den Datensatz zu zeigen passte nicht in %1</translation>
    </message>
    <message>
        <source>showing CLIP the data set failed: %1</source>
        <translation>CLIP den Datensatz zu zeigen schlug fehl: %1</translation>
    </message>
    <message>
        <source>Look for near pictures in pixels, or choose a smaller CLIP.</source>
        <translation>Ähnliche Bilder nach Pixeln suchen oder ein kleineres CLIP wählen.</translation>
    </message>
    <message>
        <source>the weights are not those of a DCGAN&apos;s generator: %1</source>
        <translation>die Gewichte sind nicht die des Generators eines DCGAN: %1</translation>
    </message>
    <message>
        <source>%1 does not follow the layer before it</source>
        <translation>%1 passt nicht an die Schicht davor</translation>
    </message>
    <message>
        <source>they have fewer than two layers</source>
        <translation>sie haben weniger als zwei Schichten</translation>
    </message>
    <message>
        <source>the generator is amid a fade-in: its pictures are a blend with those of its old resolution</source>
        <translation>der Generator ist mitten im Einblenden: seine Bilder sind mit denen der alten Auflösung überblendet</translation>
    </message>
    <message>
        <source>Export a checkpoint from before or after it (image.fade_steps says how long it lasts).</source>
        <translation>Einen Checkpoint von davor oder danach exportieren (image.fade_steps sagt, wie lange es dauert).</translation>
    </message>
    <message>
        <source>enlarging %1 did not fit in %2</source>
        <translation>das Vergrößern von %1 passte nicht in %2</translation>
    </message>
    <message>
        <source>enlarging %1 failed: %2</source>
        <translation>das Vergrößern von %1 schlug fehl: %2</translation>
    </message>
    <message>
        <source>Give a larger --budget, or choose --method lanczos, which needs little.</source>
        <translation>Ein größeres Budget geben oder Lanczos wählen, das wenig braucht (--budget, --method lanczos).</translation>
    </message>
    <message>
        <source>this network makes sides %1 times as long, which is too large here</source>
        <translation>dieses Netz macht Seiten %1-mal so lang, was hier zu groß ist</translation>
    </message>
    <message>
        <source>Choose --method lanczos.</source>
        <translation>Lanczos wählen (--method lanczos).</translation>
    </message>
    <message>
        <source>%1: %2 x %3 pixels times %4 is more than %5 pixels a side</source>
        <translation>%1: %2 × %3 Pixel mal %4 sind mehr als %5 Pixel je Seite</translation>
    </message>
    <message>
        <source>Choose a smaller scale, or a part of the picture.</source>
        <translation>Einen kleineren Maßstab oder einen Teil des Bildes wählen.</translation>
    </message>
    <message>
        <source>--out: %1 is a folder</source>
        <translation>%1 ist ein Ordner</translation>
    </message>
    <message>
        <source>Name a file.</source>
        <translation>Eine Datei nennen.</translation>
    </message>
    <message>
        <source>--out: the folder of %1 does not exist</source>
        <translation>den Ordner von %1 gibt es nicht</translation>
    </message>
    <message>
        <source>--out: cannot write %1: %2</source>
        <translation>%1 lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>stopped; nothing was written</source>
        <translation>angehalten; nichts wurde geschrieben</translation>
    </message>
    <message>
        <source>%1: these weights do not enlarge pictures: %2</source>
        <translation>%1: diese Gewichte vergrößern keine Bilder: %2</translation>
    </message>
    <message>
        <source>it takes %1 channels, not those of a colour picture</source>
        <translation>es nimmt %1 Kanäle, nicht die eines Farbbilds</translation>
    </message>
    <message>
        <source>it has no residual dense blocks</source>
        <translation>es hat keine Residual-Dense-Blöcke</translation>
    </message>
    <message>
        <source>its factor is none that is known</source>
        <translation>sein Faktor ist keiner der bekannten</translation>
    </message>
    <message>
        <source>their shapes make no sense</source>
        <translation>ihre Formen ergeben keinen Sinn</translation>
    </message>
    <message>
        <source>there is neither conv_first.weight nor model.0.weight</source>
        <translation>es gibt weder conv_first.weight noch model.0.weight</translation>
    </message>
    <message>
        <source>Choose weights of the RRDB kind (ESRGAN, Real-ESRGAN); headroom-cli weights inspect says what a file holds.</source>
        <translation>Gewichte der Art RRDB wählen (ESRGAN, Real-ESRGAN); headroom-cli weights inspect sagt, was eine Datei enthält.</translation>
    </message>
    <message>
        <source>the network of shapes, %1 blocks of %2 channels</source>
        <translation>das Netz der Formen, %1 Blöcke mit %2 Kanälen</translation>
    </message>
    <message>
        <source>RRDB %1x, %2 blocks of %3 channels</source>
        <translation>RRDB %1x, %2 Blöcke mit %3 Kanälen</translation>
    </message>
    <message>
        <source>growing the networks</source>
        <translation>die Netze wachsen</translation>
    </message>
    <message>
        <source>shrinking the networks</source>
        <translation>die Netze schrumpfen</translation>
    </message>
    <message>
        <source>asking the discriminator</source>
        <translation>der Diskriminator wird gefragt</translation>
    </message>
    <message>
        <source>looking for copies (%1)</source>
        <translation>Kopien werden gesucht (%1)</translation>
    </message>
    <message>
        <source>bringing the data set to the device</source>
        <translation>der Datensatz wird auf das Gerät gebracht</translation>
    </message>
    <message>
        <source>loading the network</source>
        <translation>das Netz wird geladen</translation>
    </message>
    <message>
        <source>loading the weights in half precision</source>
        <translation>die Gewichte werden in halber Genauigkeit geladen</translation>
    </message>
    <message>
        <source>loading the weights in full precision</source>
        <translation>die Gewichte werden in voller Genauigkeit geladen</translation>
    </message>
    <message>
        <source>warning: %1</source>
        <translation>Warnung: %1</translation>
    </message>
    <message>
        <source>%1: %2 has another shape than the rest of the network says</source>
        <translation>%1: %2 hat eine andere Form, als der Rest des Netzes sagt</translation>
    </message>
    <message>
        <source>%1: %2 has another shape than the network&apos;s</source>
        <translation>%1: %2 hat eine andere Form als im Netz</translation>
    </message>
    <message>
        <source>%1: %2 is missing</source>
        <translation>%1: %2 fehlt</translation>
    </message>
    <message>
        <source>%1: %2 is %3 instead of %4</source>
        <translation>%1: %2 ist %3 statt %4</translation>
    </message>
    <message>
        <source>%1 is empty (0 bytes)</source>
        <translation>%1 ist leer (0 Bytes)</translation>
    </message>
    <message>
        <source>The download or copy failed; get the file again.</source>
        <translation>Das Herunterladen oder Kopieren ist gescheitert; die Datei noch einmal holen.</translation>
    </message>
    <message>
        <source>%1 is a web page, not a weight file</source>
        <translation>%1 ist eine Webseite, keine Gewichtsdatei</translation>
    </message>
    <message>
        <source>Download the file itself, not the page that shows it.</source>
        <translation>Die Datei selbst herunterladen, nicht die Seite, die sie zeigt.</translation>
    </message>
    <message>
        <source>%1 is a git-LFS pointer of %2 bytes, not the weights</source>
        <translation>%1 ist ein git-LFS-Zeiger von %2 Bytes, nicht die Gewichte</translation>
    </message>
    <message>
        <source>Run &apos;git lfs pull&apos; or download the file itself.</source>
        <translation>„git lfs pull“ ausführen oder die Datei selbst herunterladen.</translation>
    </message>
    <message>
        <source>%1 is a gzip archive</source>
        <translation>%1 ist ein gzip-Archiv</translation>
    </message>
    <message>
        <source>%1 is a 7-Zip archive</source>
        <translation>%1 ist ein 7-Zip-Archiv</translation>
    </message>
    <message>
        <source>%1 is a RAR archive</source>
        <translation>%1 ist ein RAR-Archiv</translation>
    </message>
    <message>
        <source>Unpack it first.</source>
        <translation>Das Archiv erst entpacken.</translation>
    </message>
    <message>
        <source>%1 is a tar archive (PyTorch&apos;s format before 2017)</source>
        <translation>%1 ist ein tar-Archiv (PyTorchs Format vor 2017)</translation>
    </message>
    <message>
        <source>%1 is a GGUF or GGML file, which Headroom does not read</source>
        <translation>%1 ist eine GGUF- oder GGML-Datei, die Headroom nicht liest</translation>
    </message>
    <message>
        <source>%1 is an HDF5 file, which Headroom does not read</source>
        <translation>%1 ist eine HDF5-Datei, die Headroom nicht liest</translation>
    </message>
    <message>
        <source>%1 is a NumPy array, not a weight file</source>
        <translation>%1 ist ein NumPy-Array, keine Gewichtsdatei</translation>
    </message>
    <message>
        <source>Load it in Python and save its state_dict() again as safetensors or .pth.</source>
        <translation>Die Datei in Python laden und ihr state_dict() neu als safetensors oder .pth speichern.</translation>
    </message>
    <message>
        <source>%1 is a text file, not a weight file</source>
        <translation>%1 ist eine Textdatei, keine Gewichtsdatei</translation>
    </message>
    <message>
        <source>%1 is not a weight file that Headroom knows</source>
        <translation>%1 ist keine Gewichtsdatei, die Headroom kennt</translation>
    </message>
    <message>
        <source>Choose a .safetensors, .pth, .pt or .ckpt file.</source>
        <translation>Eine .safetensors-, .pth-, .pt- oder .ckpt-Datei wählen.</translation>
    </message>
    <message>
        <source>%1: cannot be read here</source>
        <translation>%1: hier nicht lesbar</translation>
    </message>
    <message>
        <source>%1 needs %2 of memory, %3 are free</source>
        <translation>%1 braucht %2 Speicher, %3 sind frei</translation>
    </message>
    <message>
        <source>%1 needs %2 of memory</source>
        <translation>%1 braucht %2 Speicher</translation>
    </message>
    <message>
        <source>1 tensor holds NaN or infinite values: %1</source>
        <translation>1 Tensor enthält NaN oder unendliche Werte: %1</translation>
    </message>
    <message>
        <source>%1 tensors hold NaN or infinite values: %2</source>
        <translation>%1 Tensoren enthalten NaN oder unendliche Werte: %2</translation>
    </message>
    <message>
        <source>more than 100000 tensors</source>
        <translation>mehr als 100.000 Tensoren</translation>
    </message>
    <message>
        <source>its metadata &apos;%1&apos; is not clean text</source>
        <translation>die Metadaten „%1“ sind kein sauberer Text</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; has a name that cannot be used</source>
        <translation>der Tensor „%1“ hat einen unbrauchbaren Namen</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; is given twice</source>
        <translation>der Tensor „%1“ steht zweimal da</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; is there twice</source>
        <translation>der Tensor „%1“ ist zweimal da</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; has more than 8 dimensions</source>
        <translation>der Tensor „%1“ hat mehr als 8 Dimensionen</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; has %2 bytes, which does not fit its shape %3</source>
        <translation>der Tensor „%1“ hat %2 Bytes, was nicht zu seiner Form %3 passt</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; has an impossible shape (%2)</source>
        <translation>der Tensor „%1“ hat eine unmögliche Form (%2)</translation>
    </message>
    <message>
        <source>the tensor name &apos;%1&apos; is too long or not clean text</source>
        <translation>der Tensorname „%1“ ist zu lang oder kein sauberer Text</translation>
    </message>
    <message>
        <source>%1 is damaged or not a safetensors file: its header cannot be read</source>
        <translation>%1 ist beschädigt oder keine safetensors-Datei: die Kopfdaten sind nicht lesbar</translation>
    </message>
    <message>
        <source>%1 is damaged or not a safetensors file: %2</source>
        <translation>%1 ist beschädigt oder keine safetensors-Datei: %2</translation>
    </message>
    <message>
        <source>Get the file again or convert it anew.</source>
        <translation>Die Datei noch einmal holen oder neu umwandeln.</translation>
    </message>
    <message>
        <source>it is larger than 64 GiB</source>
        <translation>größer als 64 GiB</translation>
    </message>
    <message>
        <source>it is too short (%1 bytes)</source>
        <translation>zu kurz (%1 Bytes)</translation>
    </message>
    <message>
        <source>its header would be larger than 100 MB</source>
        <translation>die Kopfdaten wären größer als 100 MB</translation>
    </message>
    <message>
        <source>its header is longer than the file (incomplete download?)</source>
        <translation>die Kopfdaten sind länger als die Datei (unvollständig heruntergeladen?)</translation>
    </message>
    <message>
        <source>its header does not begin with &apos;{&apos;</source>
        <translation>die Kopfdaten beginnen nicht mit „{“</translation>
    </message>
    <message>
        <source>its header is not a JSON object</source>
        <translation>die Kopfdaten sind kein JSON-Objekt</translation>
    </message>
    <message>
        <source>its header is not valid JSON at byte %1</source>
        <translation>die Kopfdaten sind bei Byte %1 kein gültiges JSON</translation>
    </message>
    <message>
        <source>its header has an unexpected value at &apos;%1&apos;</source>
        <translation>die Kopfdaten haben bei „%1“ einen unerwarteten Wert</translation>
    </message>
    <message>
        <source>its header has more than 100000 notes</source>
        <translation>die Kopfdaten haben mehr als 100.000 Vermerke</translation>
    </message>
    <message>
        <source>its header lists more than 100000 tensors</source>
        <translation>die Kopfdaten nennen mehr als 100.000 Tensoren</translation>
    </message>
    <message>
        <source>the header is unusually large</source>
        <translation>die Kopfdaten sind ungewöhnlich groß</translation>
    </message>
    <message>
        <source>the name &apos;%1&apos; is given twice</source>
        <translation>der Name „%1“ steht zweimal da</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; holds a number that is not a plain whole number</source>
        <translation>beim Tensor „%1“ steht eine Zahl, die keine einfache ganze Zahl ist</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; holds a negative number</source>
        <translation>beim Tensor „%1“ steht eine negative Zahl</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; holds a number that is too large</source>
        <translation>beim Tensor „%1“ steht eine zu große Zahl</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; has more than two data offsets</source>
        <translation>der Tensor „%1“ hat mehr als zwei data_offsets</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; has no pair of data offsets</source>
        <translation>der Tensor „%1“ hat kein Paar von data_offsets</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; lacks its dtype, shape or data_offsets</source>
        <translation>dem Tensor „%1“ fehlt dtype, shape oder data_offsets</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; has &apos;%2&apos; twice</source>
        <translation>der Tensor „%1“ hat „%2“ zweimal</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; has the unknown field &apos;%2&apos;</source>
        <translation>der Tensor „%1“ hat das unbekannte Feld „%2“</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; ends before it begins</source>
        <translation>der Tensor „%1“ endet, bevor er beginnt</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; lies outside the file (incomplete download?)</source>
        <translation>der Tensor „%1“ liegt außerhalb der Datei (unvollständig heruntergeladen?)</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; overlaps another</source>
        <translation>der Tensor „%1“ überlappt einen anderen</translation>
    </message>
    <message>
        <source>there is a hole before the tensor &apos;%1&apos;</source>
        <translation>vor dem Tensor „%1“ ist eine Lücke</translation>
    </message>
    <message>
        <source>%1 bytes follow the last tensor</source>
        <translation>nach dem letzten Tensor folgen %1 Bytes</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; of shape %2 needs %3 bytes, but %4 are stored</source>
        <translation>der Tensor „%1“ der Form %2 braucht %3 Bytes, gespeichert sind %4</translation>
    </message>
    <message>
        <source>%1: the tensor &apos;%2&apos; has the type &apos;%3&apos;, which Headroom does not read</source>
        <translation>%1: der Tensor „%2“ hat den Typ „%3“, den Headroom nicht liest</translation>
    </message>
    <message>
        <source>Convert it to F32, F16 or BF16.</source>
        <translation>Den Tensor in F32, F16 oder BF16 umwandeln.</translation>
    </message>
    <message>
        <source>%1 cannot be loaded: its tensors share their data in a way that no weight file needs</source>
        <translation>%1 lässt sich nicht laden: die Tensoren teilen sich ihre Daten auf eine Art, die keine Gewichtsdatei braucht</translation>
    </message>
    <message>
        <source>%1 cannot be loaded: the tensor &apos;%2&apos; would be far larger than its file</source>
        <translation>%1 lässt sich nicht laden: der Tensor „%2“ wäre weit größer als seine Datei</translation>
    </message>
    <message>
        <source>%1 cannot be loaded: %2</source>
        <translation>%1 lässt sich nicht laden: %2</translation>
    </message>
    <message>
        <source>Get the file from another source.</source>
        <translation>Die Datei aus einer anderen Quelle holen.</translation>
    </message>
    <message>
        <source>Get the file from another source, or as safetensors.</source>
        <translation>Die Datei aus einer anderen Quelle holen oder als safetensors.</translation>
    </message>
    <message>
        <source>Download or copy the file again.</source>
        <translation>Die Datei noch einmal herunterladen oder kopieren.</translation>
    </message>
    <message>
        <source>Download or copy the file again; it is damaged or was tampered with.</source>
        <translation>Die Datei noch einmal herunterladen oder kopieren; sie ist beschädigt oder verfälscht.</translation>
    </message>
    <message>
        <source>Download or copy the file again, or save it anew with a current PyTorch.</source>
        <translation>Die Datei noch einmal herunterladen oder kopieren oder mit einem aktuellen PyTorch neu speichern.</translation>
    </message>
    <message>
        <source>Choose a file that torch.save made.</source>
        <translation>Eine Datei wählen, die torch.save gemacht hat.</translation>
    </message>
    <message>
        <source>%1 is a safetensors file, not a PyTorch one</source>
        <translation>%1 ist eine safetensors-Datei, keine von PyTorch</translation>
    </message>
    <message>
        <source>Rename it to .safetensors.</source>
        <translation>Die Datei in .safetensors umbenennen.</translation>
    </message>
    <message>
        <source>%1 contains a program, not weights; it was not loaded</source>
        <translation>%1 enthält ein Programm, keine Gewichte; es wurde nicht geladen</translation>
    </message>
    <message>
        <source>Save the model&apos;s state_dict() instead.</source>
        <translation>Stattdessen das state_dict() des Modells speichern.</translation>
    </message>
    <message>
        <source>%1 holds a Python object (%2), not a table of tensors</source>
        <translation>%1 enthält ein Python-Objekt (%2), keine Tabelle von Tensoren</translation>
    </message>
    <message>
        <source>Save the model&apos;s state_dict() instead of the model.</source>
        <translation>Statt des Modells sein state_dict() speichern.</translation>
    </message>
    <message>
        <source>%1 holds no tensors</source>
        <translation>%1 enthält keine Tensoren</translation>
    </message>
    <message>
        <source>Choose a file of weights.</source>
        <translation>Eine Gewichtsdatei wählen.</translation>
    </message>
    <message>
        <source>the file contains a program; only its tensors were read and nothing was run</source>
        <translation>die Datei enthält ein Programm; nur ihre Tensoren wurden gelesen, und nichts wurde ausgeführt</translation>
    </message>
    <message>
        <source>it asks to call %1, which can run code where Python loads the file. Nothing was run; do not trust its source</source>
        <translation>sie verlangt, %1 aufzurufen, was dort Code ausführen kann, wo Python die Datei lädt. Nichts wurde ausgeführt; der Quelle nicht trauen</translation>
    </message>
    <message>
        <source>Python objects without a meaning here were ignored: %1</source>
        <translation>Python-Objekte ohne Bedeutung hier wurden übergangen: %1</translation>
    </message>
    <message>
        <source>it was written on a big-endian machine</source>
        <translation>auf einem Big-Endian-Rechner geschrieben</translation>
    </message>
    <message>
        <source>it is nested more than 64 levels deep</source>
        <translation>mehr als 64 Ebenen tief verschachtelt</translation>
    </message>
    <message>
        <source>it refers to more than 5 million values</source>
        <translation>sie verweist auf mehr als 5 Millionen Werte</translation>
    </message>
    <message>
        <source>it holds more than 100000 tensors</source>
        <translation>sie enthält mehr als 100.000 Tensoren</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; is of a kind that is not supported (%2)</source>
        <translation>der Tensor „%1“ ist von einer Art, die nicht unterstützt wird (%2)</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; has values of a kind that is not supported (%2)</source>
        <translation>der Tensor „%1“ hat Werte einer Art, die nicht unterstützt wird (%2)</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; lies outside its data</source>
        <translation>der Tensor „%1“ liegt außerhalb seiner Daten</translation>
    </message>
    <message>
        <source>the tensor &apos;%1&apos; of shape %2 reaches outside its data of %3 elements (&apos;%4&apos;)</source>
        <translation>der Tensor „%1“ der Form %2 reicht über seine Daten von %3 Elementen („%4“) hinaus</translation>
    </message>
    <message>
        <source>its header is not that of a PyTorch file</source>
        <translation>die Kopfdaten sind nicht die einer PyTorch-Datei</translation>
    </message>
    <message>
        <source>it is a pickle, but not one that torch.save made</source>
        <translation>ein Pickle, aber keines von torch.save</translation>
    </message>
    <message>
        <source>its version is unknown</source>
        <translation>unbekannte Version</translation>
    </message>
    <message>
        <source>its list of data is missing</source>
        <translation>die Liste der Daten fehlt</translation>
    </message>
    <message>
        <source>its list of data is damaged</source>
        <translation>die Liste der Daten ist beschädigt</translation>
    </message>
    <message>
        <source>%1 bytes follow its data</source>
        <translation>nach den Daten folgen %1 Bytes</translation>
    </message>
    <message>
        <source>the data &apos;%1&apos; is missing</source>
        <translation>die Daten „%1“ fehlen</translation>
    </message>
    <message>
        <source>the data &apos;%1&apos; is described in two ways</source>
        <translation>die Daten „%1“ sind auf zwei Arten beschrieben</translation>
    </message>
    <message>
        <source>the data &apos;%1&apos; belongs to nothing</source>
        <translation>die Daten „%1“ gehören zu nichts</translation>
    </message>
    <message>
        <source>the data &apos;%1&apos; is of a kind that is not supported (%2)</source>
        <translation>die Daten „%1“ sind von einer Art, die nicht unterstützt wird (%2)</translation>
    </message>
    <message>
        <source>the data &apos;%1&apos; is incomplete (the file has %2 bytes)</source>
        <translation>die Daten „%1“ sind unvollständig (die Datei hat %2 Bytes)</translation>
    </message>
    <message>
        <source>the data &apos;%1&apos; has %2 elements instead of %3</source>
        <translation>die Daten „%1“ haben %2 Elemente statt %3</translation>
    </message>
    <message>
        <source>the data &apos;%1&apos; is there twice</source>
        <translation>die Daten „%1“ sind zweimal da</translation>
    </message>
    <message>
        <source>the archive is incomplete (%1 bytes, its end is missing)</source>
        <translation>das Archiv ist unvollständig (%1 Bytes, das Ende fehlt)</translation>
    </message>
    <message>
        <source>the archive is incomplete (%1 bytes)</source>
        <translation>das Archiv ist unvollständig (%1 Bytes)</translation>
    </message>
    <message>
        <source>the archive is split into parts</source>
        <translation>das Archiv ist in Teile zerlegt</translation>
    </message>
    <message>
        <source>its zip64 directory is missing</source>
        <translation>das zip64-Verzeichnis fehlt</translation>
    </message>
    <message>
        <source>its zip64 fields are damaged</source>
        <translation>die zip64-Felder sind beschädigt</translation>
    </message>
    <message>
        <source>its directory is not where it should be</source>
        <translation>das Verzeichnis ist nicht, wo es sein sollte</translation>
    </message>
    <message>
        <source>its directory cannot be read</source>
        <translation>das Verzeichnis ist nicht lesbar</translation>
    </message>
    <message>
        <source>its directory is damaged</source>
        <translation>das Verzeichnis ist beschädigt</translation>
    </message>
    <message>
        <source>it has more than 100000 records</source>
        <translation>mehr als 100.000 Einträge</translation>
    </message>
    <message>
        <source>the record name &apos;%1&apos; is empty, too long or not clean text</source>
        <translation>der Eintragsname „%1“ ist leer, zu lang oder kein sauberer Text</translation>
    </message>
    <message>
        <source>the record name &apos;%1&apos; is an absolute or foreign path</source>
        <translation>der Eintragsname „%1“ ist ein absoluter oder fremder Pfad</translation>
    </message>
    <message>
        <source>the record name &apos;%1&apos; leads out of the archive</source>
        <translation>der Eintragsname „%1“ führt aus dem Archiv hinaus</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; is encrypted</source>
        <translation>der Eintrag „%1“ ist verschlüsselt</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; is packed in an unknown way</source>
        <translation>der Eintrag „%1“ ist auf unbekannte Art gepackt</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; has two different sizes</source>
        <translation>der Eintrag „%1“ hat zwei verschiedene Größen</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; would unpack to %2 times its size</source>
        <translation>der Eintrag „%1“ würde sich auf das %2-Fache entpacken</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; is there twice</source>
        <translation>der Eintrag „%1“ ist zweimal da</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; lies outside the archive</source>
        <translation>der Eintrag „%1“ liegt außerhalb des Archivs</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; differs from the archive&apos;s directory</source>
        <translation>der Eintrag „%1“ weicht vom Verzeichnis des Archivs ab</translation>
    </message>
    <message>
        <source>the records &apos;%1&apos; and &apos;%2&apos; overlap</source>
        <translation>die Einträge „%1“ und „%2“ überlappen sich</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; cannot be unpacked</source>
        <translation>der Eintrag „%1“ lässt sich nicht entpacken</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; is too large (%2 bytes)</source>
        <translation>der Eintrag „%1“ ist zu groß (%2 Bytes)</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; is damaged (its CRC-32 does not match)</source>
        <translation>der Eintrag „%1“ ist beschädigt (seine CRC-32 stimmt nicht)</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; is missing</source>
        <translation>der Eintrag „%1“ fehlt</translation>
    </message>
    <message>
        <source>the record &apos;%1&apos; has %2 bytes, too few for the %3 elements that it should hold</source>
        <translation>der Eintrag „%1“ hat %2 Bytes, zu wenige für die %3 Elemente, die er enthalten soll</translation>
    </message>
    <message>
        <source>it is a zip archive without a data.pkl, so not a PyTorch file</source>
        <translation>ein zip-Archiv ohne data.pkl, also keine PyTorch-Datei</translation>
    </message>
    <message>
        <source>it has %1 records called data.pkl</source>
        <translation>%1 Einträge heißen data.pkl</translation>
    </message>
    <message>
        <source>its data.pkl is not where PyTorch puts it</source>
        <translation>data.pkl ist nicht, wo PyTorch es hinlegt</translation>
    </message>
    <message>
        <source>it asks to run %1, which weight files have no use for. Nothing was run</source>
        <translation>sie verlangt, %1 auszuführen, was Gewichtsdateien nicht brauchen. Nichts wurde ausgeführt</translation>
    </message>
    <message>
        <source>it holds more than 5 million values</source>
        <translation>mehr als 5 Millionen Werte</translation>
    </message>
    <message>
        <source>its lists hold more than 20 million values</source>
        <translation>die Listen enthalten mehr als 20 Millionen Werte</translation>
    </message>
    <message>
        <source>it has more than 20 million instructions</source>
        <translation>mehr als 20 Millionen Anweisungen</translation>
    </message>
    <message>
        <source>it holds a text of more than 1 MiB</source>
        <translation>ein Text darin hat mehr als 1 MiB</translation>
    </message>
    <message>
        <source>it uses the instruction %1, which weight files do not contain</source>
        <translation>die Anweisung %1 kommt vor, die Gewichtsdateien nicht enthalten</translation>
    </message>
    <message>
        <source>its protocol %1 is unknown</source>
        <translation>das Protokoll %1 ist unbekannt</translation>
    </message>
    <message>
        <source>it ends in the middle (incomplete download?)</source>
        <translation>mittendrin zu Ende (unvollständig heruntergeladen?)</translation>
    </message>
    <message>
        <source>it cannot be understood</source>
        <translation>nicht zu verstehen</translation>
    </message>
    <message>
        <source>it takes a value that is not there</source>
        <translation>ein Wert wird genommen, der nicht da ist</translation>
    </message>
    <message>
        <source>it looks for a mark that is not there</source>
        <translation>eine Marke wird gesucht, die nicht da ist</translation>
    </message>
    <message>
        <source>it ends with values left over</source>
        <translation>am Ende bleiben Werte übrig</translation>
    </message>
    <message>
        <source>it names a class of more than 512 letters</source>
        <translation>ein Klassenname hat mehr als 512 Buchstaben</translation>
    </message>
    <message>
        <source>it names a class by something that is no text</source>
        <translation>eine Klasse wird mit etwas benannt, das kein Text ist</translation>
    </message>
    <message>
        <source>it adds to a container that is not there</source>
        <translation>einem Behälter wird etwas hinzugefügt, der nicht da ist</translation>
    </message>
    <message>
        <source>it adds to a value that is no container of that kind</source>
        <translation>einem Wert wird etwas hinzugefügt, der kein solcher Behälter ist</translation>
    </message>
    <message>
        <source>a dictionary gets a key without a value</source>
        <translation>ein Dictionary bekommt einen Schlüssel ohne Wert</translation>
    </message>
    <message>
        <source>a dictionary has a key that cannot be one</source>
        <translation>ein Dictionary hat einen Schlüssel, der keiner sein kann</translation>
    </message>
    <message>
        <source>a dictionary is made from something else than pairs</source>
        <translation>ein Dictionary wird aus etwas anderem als Paaren gemacht</translation>
    </message>
    <message>
        <source>it keeps a value under an impossible number</source>
        <translation>ein Wert wird unter einer unmöglichen Nummer behalten</translation>
    </message>
    <message>
        <source>it asks for a value that it never kept</source>
        <translation>ein Wert wird verlangt, der nie behalten wurde</translation>
    </message>
    <message>
        <source>a tensor&apos;s shape is no list of numbers</source>
        <translation>die Form eines Tensors ist keine Liste von Zahlen</translation>
    </message>
    <message>
        <source>a tensor has more than 8 dimensions</source>
        <translation>ein Tensor hat mehr als 8 Dimensionen</translation>
    </message>
    <message>
        <source>a tensor is described in an unknown way</source>
        <translation>ein Tensor ist auf unbekannte Art beschrieben</translation>
    </message>
    <message>
        <source>a tensor has not as many strides as dimensions</source>
        <translation>ein Tensor hat nicht so viele Strides wie Dimensionen</translation>
    </message>
    <message>
        <source>a call has no list of arguments</source>
        <translation>ein Aufruf hat keine Liste von Argumenten</translation>
    </message>
    <message>
        <source>it calls a value that is no function</source>
        <translation>ein Wert wird aufgerufen, der keine Funktion ist</translation>
    </message>
    <message>
        <source>%1 lacks its argument</source>
        <translation>bei %1 fehlt das Argument</translation>
    </message>
    <message>
        <source>it refers to data in an unknown way</source>
        <translation>auf Daten wird auf unbekannte Art verwiesen</translation>
    </message>
    <message>
        <source>it refers to part of data in an unknown way</source>
        <translation>auf einen Teil von Daten wird auf unbekannte Art verwiesen</translation>
    </message>
    <message>
        <source>it refers to a part outside its data</source>
        <translation>auf einen Teil außerhalb der Daten wird verwiesen</translation>
    </message>
    <message>
        <source>it makes an object of something that is no class</source>
        <translation>ein Objekt wird aus etwas gemacht, das keine Klasse ist</translation>
    </message>
    <message>
        <source>it completes an object that is not there</source>
        <translation>ein Objekt wird vervollständigt, das nicht da ist</translation>
    </message>
    <message>
        <source>it completes a value that is no object</source>
        <translation>ein Wert wird vervollständigt, der kein Objekt ist</translation>
    </message>
    <message>
        <source>%1; and %2 more</source>
        <translation>%1; und %2 weitere</translation>
    </message>
    <message>
        <source>%1, and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 does not say how many attention heads the picture tower has (its width is no multiple of 64)</source>
        <translation>%1 sagt nicht, wie viele Attention-Heads der Bildteil hat (seine Breite ist kein Vielfaches von 64)</translation>
    </message>
    <message>
        <source>%1 does not say how many attention heads the text tower has (its width is no multiple of 64)</source>
        <translation>%1 sagt nicht, wie viele Attention-Heads der Textteil hat (seine Breite ist kein Vielfaches von 64)</translation>
    </message>
    <message>
        <source>%1 does not say whether the activation is quick_gelu (OpenAI&apos;s weights and those trained from them) or gelu</source>
        <translation>%1 sagt nicht, ob die Aktivierung quick_gelu (OpenAIs Gewichte und daraus trainierte) oder gelu ist</translation>
    </message>
    <message>
        <source>Give its configuration file, or choose.</source>
        <translation>Die Konfigurationsdatei dazu angeben oder wählen.</translation>
    </message>
    <message>
        <source>%1: token_rows sends token %2 to a row that the text table does not have</source>
        <translation>%1: token_rows schickt Token %2 zu einer Zeile, die die Texttabelle nicht hat</translation>
    </message>
    <message>
        <source>The file is damaged; get it again.</source>
        <translation>Die Datei ist beschädigt; noch einmal holen.</translation>
    </message>
    <message>
        <source>there are %1 VQGANs in this file; the one under &apos;%2&apos; is taken</source>
        <translation>in dieser Datei sind %1 VQGANs; das unter „%2“ wird genommen</translation>
    </message>
    <message>
        <source>these are torchvision&apos;s own weights (1,000 classes); scores are defined by those with 1,008</source>
        <translation>dies sind torchvisions eigene Gewichte (1.000 Klassen); Bewertungen sind durch die mit 1.008 definiert</translation>
    </message>
    <message>
        <source>%1; it is not used</source>
        <translation>%1; sie wird nicht benutzt</translation>
    </message>
    <message>
        <source>%1 describes another network: %2</source>
        <translation>%1 beschreibt ein anderes Netz: %2</translation>
    </message>
    <message>
        <source>Choose the configuration that belongs to the weights, or none.</source>
        <translation>Die Konfiguration wählen, die zu den Gewichten gehört, oder keine.</translation>
    </message>
    <message>
        <source>Choose the configuration that belongs to the weights.</source>
        <translation>Die Konfiguration wählen, die zu den Gewichten gehört.</translation>
    </message>
    <message>
        <source>it is of a %1, and the weights are %2</source>
        <translation>sie ist von einem %1, und die Gewichte sind %2</translation>
    </message>
    <message>
        <source>of no known kind</source>
        <translation>von keiner bekannten Art</translation>
    </message>
    <message>
        <source>a Gumbel VQGAN, and the weights have a plain codebook</source>
        <translation>ein Gumbel-VQGAN, und die Gewichte haben ein einfaches Codebuch</translation>
    </message>
    <message>
        <source>a plain VQGAN, and the weights are a Gumbel one</source>
        <translation>ein einfaches VQGAN, und die Gewichte sind ein Gumbel-VQGAN</translation>
    </message>
    <message>
        <source>one of them has a ResNet for pictures, the other a transformer</source>
        <translation>das eine hat für Bilder ein ResNet, das andere einen Transformer</translation>
    </message>
    <message>
        <source>its attention heads do not divide the widths</source>
        <translation>die Attention-Heads teilen die Breiten nicht</translation>
    </message>
    <message>
        <source>%1 is %2 there, and %3 in the tensors</source>
        <translation>%1 ist dort %2 und in den Tensoren %3</translation>
    </message>
    <message>
        <source>Choose the .yaml of a VQGAN or the config.json of a CLIP.</source>
        <translation>Die .yaml eines VQGAN oder die config.json eines CLIP wählen.</translation>
    </message>
    <message>
        <source>it is larger than 1 MiB, so no configuration of a network</source>
        <translation>größer als 1 MiB, also keine Konfiguration eines Netzes</translation>
    </message>
    <message>
        <source>it is no text</source>
        <translation>kein Text</translation>
    </message>
    <message>
        <source>it is a web page, not a configuration</source>
        <translation>eine Webseite, keine Konfiguration</translation>
    </message>
    <message>
        <source>line %1 cannot be understood (%2)</source>
        <translation>Zeile %1 ist nicht zu verstehen (%2)</translation>
    </message>
    <message>
        <source>%1: has no &apos;model&apos;, &apos;model_cfg&apos; or &apos;vision_config&apos;, so it describes no VQGAN or CLIP</source>
        <translation>%1: enthält weder „model“ noch „model_cfg“ noch „vision_config“, beschreibt also kein VQGAN und kein CLIP</translation>
    </message>
    <message>
        <source>%1 is no list of at most 16 numbers</source>
        <translation>%1 ist keine Liste von höchstens 16 Zahlen</translation>
    </message>
    <message>
        <source>%1 is no list of three numbers</source>
        <translation>%1 ist keine Liste von drei Zahlen</translation>
    </message>
    <message>
        <source>%1 is no whole number</source>
        <translation>%1 ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>%1 is neither true nor false</source>
        <translation>%1 ist weder true noch false</translation>
    </message>
    <message>
        <source>%1 is %2, not between %3 and %4</source>
        <translation>%1 ist %2, nicht zwischen %3 und %4</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;, which is no VQGAN</source>
        <translation>%1 ist „%2“, was kein VQGAN ist</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;, not quick_gelu or gelu</source>
        <translation>%1 ist „%2“, nicht quick_gelu oder gelu</translation>
    </message>
    <message>
        <source>%1 names a vision tower that Headroom does not have</source>
        <translation>%1 nennt einen Bildteil, den Headroom nicht hat</translation>
    </message>
    <message>
        <source>%1 names a text tower that Headroom does not have</source>
        <translation>%1 nennt einen Textteil, den Headroom nicht hat</translation>
    </message>
    <message>
        <source>%1 lists %2 instead of 4 numbers</source>
        <translation>%1 nennt %2 statt 4 Zahlen</translation>
    </message>
    <message>
        <source>%1 has another hidden_act than vision_config</source>
        <translation>%1 hat ein anderes hidden_act als vision_config</translation>
    </message>
    <message>
        <source>%1 was not written: the weights lack %2, which the %3 needs</source>
        <translation>%1 wurde nicht geschrieben: in den Gewichten fehlt %2, das „%3“ braucht</translation>
    </message>
    <message>
        <source>%1 was not written: %2 are more than the 2 GiB that an ONNX file can hold</source>
        <translation>%1 wurde nicht geschrieben: %2 sind mehr als die 2 GiB, die eine ONNX-Datei enthalten kann</translation>
    </message>
    <message>
        <source>%1 was not written: %2 is %3, not F32</source>
        <translation>%1 wurde nicht geschrieben: %2 ist %3, nicht F32</translation>
    </message>
    <message>
        <source>Export safetensors instead.</source>
        <translation>Stattdessen safetensors exportieren.</translation>
    </message>
    <message>
        <source>%1, 1 core</source>
        <translation>%1, 1 Kern</translation>
    </message>
    <message>
        <source>%1, %2 cores</source>
        <translation>%1, %2 Kerne</translation>
    </message>
    <message>
        <source>VQGAN-CLIP, built-in shapes</source>
        <translation>VQGAN-CLIP, eingebaute Formen</translation>
    </message>
    <message>
        <source>%1 pictures, %2</source>
        <translation>%1 Bilder, %2</translation>
    </message>
    <message>
        <source>terminal</source>
        <translation>Terminal</translation>
    </message>
    <message>
        <source>window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>ein Programm</translation>
    </message>
    <message>
        <source>%1, process %2</source>
        <translation>%1, Prozess %2</translation>
    </message>
    <message>
        <source>%1 on %2, process %3</source>
        <translation>%1 auf %2, Prozess %3</translation>
    </message>
    <message>
        <source>out of memory survived</source>
        <translation>vollen Speicher überstanden</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>Speicher voll</translation>
    </message>
    <message>
        <source>%1 back</source>
        <translation>%1 zurück</translation>
    </message>
    <message>
        <source>%1 still missing</source>
        <translation>es fehlen noch %1</translation>
    </message>
    <message>
        <source>not enough</source>
        <translation>nicht genug</translation>
    </message>
    <message>
        <source>peak %1 to %2</source>
        <translation>Spitze %1 → %2</translation>
    </message>
    <message>
        <source>speed %1</source>
        <translation>Tempo %1</translation>
    </message>
    <message>
        <source>%1 repeated</source>
        <translation>%1 wiederholt</translation>
    </message>
    <message>
        <source>real pictures</source>
        <translation>echte Bilder</translation>
    </message>
    <message>
        <source>pictures as D sees them</source>
        <translation>Bilder, wie D sie sieht</translation>
    </message>
    <message>
        <source>latents</source>
        <translation>Latents</translation>
    </message>
    <message>
        <source>latent</source>
        <translation>Latent</translation>
    </message>
    <message>
        <source>start of the latent</source>
        <translation>Anfang des Latents</translation>
    </message>
    <message>
        <source>penalty mix</source>
        <translation>Mischung für den Strafterm</translation>
    </message>
    <message>
        <source>gradient penalty</source>
        <translation>Gradientenstrafterm</translation>
    </message>
    <message>
        <source>painted picture</source>
        <translation>gemaltes Bild</translation>
    </message>
    <message>
        <source>gradient of the picture</source>
        <translation>Gradient des Bildes</translation>
    </message>
    <message>
        <source>gradient of the latent</source>
        <translation>Gradient des Latents</translation>
    </message>
    <message>
        <source>losses and figures</source>
        <translation>Losses und Zahlen</translation>
    </message>
    <message>
        <source>numbers of the step</source>
        <translation>Zahlen des Schritts</translation>
    </message>
    <message>
        <source>backward pass</source>
        <translation>Rückwärtsdurchgang</translation>
    </message>
    <message>
        <source>recomputed activation</source>
        <translation>neu berechnete Aktivierung</translation>
    </message>
    <message>
        <source>optimiser step</source>
        <translation>Optimiererschritt</translation>
    </message>
    <message>
        <source>perceptual network</source>
        <translation>Netz des Perceptual Loss</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>pictures of the recorded step</source>
        <translation>Bilder des aufgezeichneten Schritts</translation>
    </message>
    <message>
        <source>undo copies</source>
        <translation>Kopien zum Zurücknehmen</translation>
    </message>
    <message>
        <source>adding up of processes</source>
        <translation>Aufsummieren der Prozesse</translation>
    </message>
    <message>
        <source>gradient of %1</source>
        <translation>Gradient von %1</translation>
    </message>
    <message>
        <source>Adam of %1</source>
        <translation>Adam von %1</translation>
    </message>
    <message>
        <source>optimiser %1</source>
        <translation>Optimierer %1</translation>
    </message>
    <message>
        <source>codes&apos; %1</source>
        <translation>Codes, %1</translation>
    </message>
    <message>
        <source>Micro-batch %1 x %2</source>
        <translation>Micro-Batch %1 × %2</translation>
    </message>
    <message>
        <source>%1 of %2 cuts at a time</source>
        <translation>%1 von %2 Ausschnitten zugleich</translation>
    </message>
    <message>
        <source>Batch norm of D sees 1 image</source>
        <translation>Batch-Norm von D sieht 1 Bild</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>%1: %2 is not between %3 and %4 pictures</source>
        <translation>%1: %2 liegt nicht zwischen %3 und %4 Bildern</translation>
    </message>
    <message>
        <source>reading known features of %1 (%2)</source>
        <translation>bekannte Merkmale von %1 werden gelesen (%2)</translation>
    </message>
    <message>
        <source>with no more pictures than features (%1) FID is too large; KID is not</source>
        <translation>bei nicht mehr Bildern als Merkmalen (%1) ist FID zu groß; KID nicht</translation>
    </message>
    <message>
        <source>The run goes on. A larger budget helps, or random features (scores.features), which need least.</source>
        <translation>Der Lauf geht weiter. Ein größeres Budget hilft oder zufällige Merkmale (scores.features), die am wenigsten brauchen.</translation>
    </message>
    <message>
        <source>Not even one picture at a time had room: raise the budget.</source>
        <translation>Nicht einmal für ein einzelnes Bild war Platz: das Budget erhöhen.</translation>
    </message>
    <message>
        <source>The other scores are there. Not even one picture at a time had room: raise the budget.</source>
        <translation>Die anderen Bewertungen sind da. Nicht einmal ein einzelnes Bild hatte Platz: das Budget erhöhen.</translation>
    </message>
    <message>
        <source>Steps between scores: FID, KID, precision, recall and copies of what the moving average makes. 0: only before and after a change that counsel advised, to tell whether it helped.</source>
        <translation>Schritte zwischen Bewertungen: FID, KID, Precision, Recall und Kopien dessen, was der gleitende Mittelwert macht. 0: nur vor und nach einer Änderung, zu der der Rat geraten hat, um zu sagen, ob sie geholfen hat.</translation>
    </message>
    <message>
        <source>Without the repeated pictures</source>
        <translation>Ohne die wiederholten Bilder</translation>
    </message>
    <message>
        <source>Without the empty pictures</source>
        <translation>Ohne die leeren Bilder</translation>
    </message>
    <message>
        <source>Skip near-duplicates</source>
        <translation>Fast gleiche auslassen</translation>
    </message>
    <message>
        <source>Of pictures that all but repeat each other only the first by name is trained on. The files stay.</source>
        <translation>Von Bildern, die einander fast wiederholen, wird nur mit dem dem Namen nach ersten trainiert. Die Dateien bleiben.</translation>
    </message>
    <message>
        <source>Every picture is looked at before the first such run; what was found is kept.</source>
        <translation>Vor dem ersten solchen Lauf wird jedes Bild angesehen; was sich dabei zeigt, wird behalten.</translation>
    </message>
    <message>
        <source>Skip empty pictures</source>
        <translation>Leere Bilder auslassen</translation>
    </message>
    <message>
        <source>Pictures that are nearly all of one colour are not trained on. The files stay.</source>
        <translation>Mit Bildern, die fast ganz von einer Farbe sind, wird nicht trainiert. Die Dateien bleiben.</translation>
    </message>
    <message>
        <source>Skip the near-duplicates: of those that repeat each other the first by name stays.</source>
        <translation>Die fast gleichen Bilder auslassen: von denen, die einander wiederholen, bleibt das dem Namen nach erste.</translation>
    </message>
    <message>
        <source>Skip the empty pictures.</source>
        <translation>Die leeren Bilder auslassen.</translation>
    </message>
    <message>
        <source>%1 near-duplicates skipped</source>
        <translation>%1 fast gleiche Bilder ausgelassen</translation>
    </message>
    <message>
        <source>%1 empty pictures skipped</source>
        <translation>%1 leere Bilder ausgelassen</translation>
    </message>
    <message>
        <source>%1: skips %2 pictures and leaves %3 to train on, fewer than the batch of %4</source>
        <translation>%1: lässt %2 Bilder aus und %3 zum Trainieren übrig, weniger als der Batch von %4</translation>
    </message>
    <message>
        <source>Switch it off, make the batch smaller (batch.micro, batch.accumulate) or add pictures.</source>
        <translation>Ausschalten, den Batch verkleinern (batch.micro, batch.accumulate) oder Bilder hinzufügen.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds files whose printable names are the same, and some of them are broken.</source>
        <translation>„%1“ enthält Dateien, deren darstellbare Namen gleich sind, und manche davon sind beschädigt.</translation>
    </message>
    <message>
        <source>Rename or remove these.</source>
        <translation>Diese umbenennen oder entfernen.</translation>
    </message>
    <message>
        <source>&apos;labels&apos; is no U8 matrix</source>
        <translation>„labels“ ist keine U8-Matrix</translation>
    </message>
    <message>
        <source>&apos;values&apos; is no U8 vector</source>
        <translation>„values“ ist kein U8-Vektor</translation>
    </message>
    <message>
        <source>&apos;rows&apos; is no matrix</source>
        <translation>„rows“ ist keine Matrix</translation>
    </message>
    <message>
        <source>it has %1 starts, %2 labels and %3 captions</source>
        <translation>%1 Anfänge, %2 Labels und %3 Beschreibungen sind darin</translation>
    </message>
    <message>
        <source>its starts or rows are empty</source>
        <translation>ihre Anfänge oder Zeilen sind leer</translation>
    </message>
    <message>
        <source>its labels or rows are not of the attributes that &apos;values&apos; tells</source>
        <translation>ihre Labels oder Zeilen gehören nicht zu den Merkmalen, die „values“ nennt</translation>
    </message>
    <message>
        <source>start %1 has a value of attribute %2 that there is not</source>
        <translation>Anfang %1 hat einen Wert des Merkmals %2, den es nicht gibt</translation>
    </message>
    <message>
        <source>its rows hold what is no number</source>
        <translation>ihre Zeilen enthalten, was keine Zahl ist</translation>
    </message>
    <message>
        <source>%1 is of another VQGAN: it has codes up to %2, and the codebook has %3</source>
        <translation>%1 gehört zu einem anderen VQGAN: Codes bis %2, und das Codebuch hat %3</translation>
    </message>
    <message>
        <source>the library of starts has rows of %1 numbers, and the text&apos;s are %2</source>
        <translation>die Bibliothek der Anfänge hat Zeilen von %1 Zahlen, und die des Textes haben %2</translation>
    </message>
</context>
<context>
    <name>headroom::SetupDialog</name>
    <message>
        <source>With NVIDIA&apos;s libraries for graphics cards</source>
        <translation>Mit NVIDIAs Bibliotheken für Grafikkarten</translation>
    </message>
    <message>
        <source>Set-up</source>
        <translation>Einrichtung</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>From a folder…</source>
        <translation>Aus einem Ordner…</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Set up Headroom</source>
        <translation>Headroom einrichten</translation>
    </message>
    <message>
        <source>Training on an NVIDIA GPU needs them. They can be added later: headroom-cli setup --gpu</source>
        <translation>Für das Training auf einer NVIDIA-GPU nötig. Auch später möglich: headroom-cli setup --gpu</translation>
    </message>
    <message>
        <source>A folder with the files, made on another machine by headroom-cli setup --save FOLDER</source>
        <translation>Ein Ordner mit den Dateien, auf einem anderen Rechner erzeugt mit headroom-cli setup --save ORDNER</translation>
    </message>
    <message>
        <source>LibTorch is still missing</source>
        <translation>LibTorch fehlt noch</translation>
    </message>
    <message>
        <source>Headroom computes with LibTorch %1, which is not part of this package.</source>
        <translation>Headroom rechnet mit LibTorch %1, das nicht Teil dieses Pakets ist.</translation>
    </message>
    <message>
        <source>Headroom computes with LibTorch %1, which is not part of this package. It is fetched once, about %2 from %3, checked by its SHA-256 and kept in %4 for all versions of Headroom.</source>
        <translation>Headroom rechnet mit LibTorch %1, das nicht Teil dieses Pakets ist. Es wird einmal geholt, etwa %2 von %3, mit SHA-256 geprüft und in %4 für alle Versionen von Headroom aufbewahrt.</translation>
    </message>
    <message>
        <source>Folder with the files of LibTorch</source>
        <translation>Ordner mit den Dateien von LibTorch</translation>
    </message>
    <message>
        <source>Stopped. What has arrived is kept; the next download goes on there.</source>
        <translation>Angehalten. Was angekommen ist, bleibt; das nächste Herunterladen macht dort weiter.</translation>
    </message>
    <message>
        <source>Looking for what is there…</source>
        <translation>Es wird geprüft, was schon da ist…</translation>
    </message>
</context>
<context>
    <name>headroom::SetupOffer</name>
    <message>
        <source>Set up LibTorch…</source>
        <translation>LibTorch einrichten…</translation>
    </message>
    <message>
        <source>LibTorch is still missing</source>
        <translation>LibTorch fehlt noch</translation>
    </message>
    <message>
        <source>Headroom computes with it, so nothing can be trained yet. It is fetched once, or taken from a folder.</source>
        <translation>Headroom rechnet damit; vorher kann nichts trainiert werden. Es wird einmal heruntergeladen oder aus einem Ordner genommen.</translation>
    </message>
    <message>
        <source>Set up…</source>
        <translation>Einrichten…</translation>
    </message>
    <message>
        <source>LibTorch is missing; Set up LibTorch… (menu Help) fetches it</source>
        <translation>LibTorch fehlt; LibTorch einrichten… (Menü Hilfe) holt es</translation>
    </message>
</context>
<context>
    <name>headroom::ui::AboutDialog</name>
    <message>
        <source>About Headroom</source>
        <translation>Über Headroom</translation>
    </message>
    <message>
        <source>Headroom %1</source>
        <translation>Headroom %1</translation>
    </message>
    <message>
        <source>Train small image models inside the memory you have.</source>
        <translation>Kleine Bildmodelle trainieren, in dem Speicher, der da ist.</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::AddSeveralDialog</name>
    <message>
        <source>Name of the runs</source>
        <translation>Name der Läufe</translation>
    </message>
    <message>
        <source>What happens to a run that is too big</source>
        <translation>Was mit einem Lauf geschieht, der zu groß ist</translation>
    </message>
    <message>
        <source>Runs that will be added</source>
        <translation>Läufe, die hinzukommen</translation>
    </message>
    <message>
        <source>Add several runs to the queue</source>
        <translation>Mehrere Läufe in die Warteschlange</translation>
    </message>
    <message>
        <source>All have the settings of the %1 run shown, but for these. Several values in a field make one run each; several fields every combination.</source>
        <translation>Alle haben die gezeigten Einstellungen des %1-Laufs, bis auf diese. Mehrere Werte in einem Feld ergeben je einen Lauf, mehrere Felder jede Kombination.</translation>
    </message>
    <message>
        <source>Another setting</source>
        <translation>Weitere Einstellung</translation>
    </message>
    <message>
        <source>Made from data and size</source>
        <translation>Aus Daten und Größe gebildet</translation>
    </message>
    <message>
        <source>waits for room</source>
        <translation>wartet auf Platz</translation>
    </message>
    <message>
        <source>is made to fit</source>
        <translation>wird passend gemacht</translation>
    </message>
    <message>
        <source>is marked as failed</source>
        <translation>gilt als fehlgeschlagen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>One that is too big</source>
        <translation>Ein zu großer</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Its values</source>
        <translation>Ihre Werte</translation>
    </message>
    <message>
        <source>Leave this setting as it is</source>
        <translation>Diese Einstellung lassen, wie sie ist</translation>
    </message>
    <message>
        <source>now %1; several between semicolons</source>
        <translation>jetzt %1; mehrere mit Semikolon</translation>
    </message>
    <message>
        <source>now %1; several between commas</source>
        <translation>jetzt %1; mehrere mit Komma</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln run(s)</source>
        <translation>
            <numerusform>%Ln Lauf hinzufügen</numerusform>
            <numerusform>%Ln Läufe hinzufügen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::CentrePage</name>
    <message>
        <source>Divider between pictures and curves</source>
        <translation>Teiler zwischen Bildern und Kurven</translation>
    </message>
    <message>
        <source>Divider between curves and counsel</source>
        <translation>Teiler zwischen Kurven und Rat</translation>
    </message>
</context>
<context>
    <name>headroom::ui::CheckList</name>
    <message>
        <source>They act in this order. To move one to the end, take its mark away and set it again.</source>
        <translation>Sie wirken in dieser Reihenfolge. Um eine ans Ende zu stellen, das Häkchen wegnehmen und wieder setzen.</translation>
    </message>
    <message>
        <source>None is chosen.</source>
        <translation>Keine ist gewählt.</translation>
    </message>
    <message>
        <source>In this order: %1.</source>
        <translation>In dieser Reihenfolge: %1.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::CheckpointList</name>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Kept because</source>
        <translation>Behalten, weil</translation>
    </message>
    <message>
        <source>Integrity</source>
        <translation>Integrität</translation>
    </message>
    <message>
        <source>Best score</source>
        <translation>Bester Wert</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neuester</translation>
    </message>
    <message>
        <source>Rotating</source>
        <translation>Im Wechsel</translation>
    </message>
    <message>
        <source>hash verified</source>
        <translation>Hash geprüft</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>This checkpoint is damaged</source>
        <translation>Dieser Checkpoint ist beschädigt</translation>
    </message>
    <message>
        <source>Write its weights as %1</source>
        <translation>Seine Gewichte als %1 schreiben</translation>
    </message>
    <message>
        <source>Go on from here</source>
        <translation>Von hier weiter</translation>
    </message>
    <message>
        <source>A new run of these settings that begins with its weights</source>
        <translation>Ein neuer Lauf mit diesen Einstellungen, der mit seinen Gewichten beginnt</translation>
    </message>
    <message>
        <source>Animate the way to %1…</source>
        <translation>Den Weg bis %1 animieren…</translation>
    </message>
    <message>
        <source>No checkpoints yet</source>
        <translation>Noch keine Checkpoints</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %Ln file(s)</source>
        <translation>
            <numerusform>%1 in %Ln Datei</numerusform>
            <numerusform>%1 in %Ln Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Animate…</source>
        <translation>Animieren…</translation>
    </message>
    <message>
        <source>Write an animation of the way from its weights to others</source>
        <translation>Den Weg von seinen Gewichten zu anderen als Animation schreiben</translation>
    </message>
    <message>
        <source>Runs of this kind are not animated</source>
        <translation>Läufe dieser Art werden nicht animiert</translation>
    </message>
    <message>
        <source>There is no other checkpoint yet</source>
        <translation>Es gibt noch keinen anderen Checkpoint</translation>
    </message>
</context>
<context>
    <name>headroom::ui::CloseGuard</name>
    <message>
        <source>Finish and quit</source>
        <translation>Fertigstellen und beenden</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>Anhalten und beenden</translation>
    </message>
    <message>
        <source>A run is going</source>
        <translation>Ein Lauf ist im Gang</translation>
    </message>
    <message>
        <source>A run is going. What should happen to it?</source>
        <translation>Ein Lauf ist im Gang. Was soll mit ihm geschehen?</translation>
    </message>
    <message>
        <source>Stop and save writes a checkpoint; the run can be continued exactly where it was.</source>
        <translation>Anhalten und speichern schreibt einen Checkpoint; der Lauf lässt sich genau dort fortsetzen, wo er war.</translation>
    </message>
    <message>
        <source>Stop and save</source>
        <translation>Anhalten und speichern</translation>
    </message>
    <message>
        <source>Keep training without a window</source>
        <translation>Ohne Fenster weitertrainieren</translation>
    </message>
    <message>
        <source>Saves a checkpoint; a process of its own goes on from it, and Headroom attaches to it again</source>
        <translation>Speichert einen Checkpoint; ein eigener Prozess macht von ihm aus weiter, und Headroom verbindet sich wieder mit ihm</translation>
    </message>
    <message>
        <source>Stop without saving</source>
        <translation>Anhalten ohne zu speichern</translation>
    </message>
    <message>
        <source>Keep running in the tray</source>
        <translation>Im Infobereich weiterlaufen</translation>
    </message>
    <message>
        <source>Headroom: a run is going</source>
        <translation>Headroom: ein Lauf ist im Gang</translation>
    </message>
    <message>
        <source>Show the window</source>
        <translation>Fenster zeigen</translation>
    </message>
    <message>
        <source>Stop, save and quit</source>
        <translation>Anhalten, speichern und beenden</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Headroom</translation>
    </message>
    <message>
        <source>The run has finished.</source>
        <translation>Der Lauf ist fertig.</translation>
    </message>
    <message>
        <source>Headroom: the run failed</source>
        <translation>Headroom: der Lauf ist fehlgeschlagen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ComparePictures</name>
    <message>
        <source>Newest pictures</source>
        <translation>Neueste Bilder</translation>
    </message>
    <message>
        <source>no picture yet</source>
        <translation>noch kein Bild</translation>
    </message>
</context>
<context>
    <name>headroom::ui::CounselPanel</name>
    <message>
        <source>Counsel</source>
        <translation>Rat</translation>
    </message>
    <message>
        <source>Nothing to say</source>
        <translation>Nichts zu sagen</translation>
    </message>
    <message>
        <source>Losses, samples, data and memory are watched. What goes wrong is said here, with the change that helps.</source>
        <translation>Losses, Samples, Daten und Speicher werden beobachtet. Was schiefgeht, steht hier, mit der Änderung, die hilft.</translation>
    </message>
    <message>
        <source>Autopilot</source>
        <translation>Autopilot</translation>
    </message>
    <message>
        <source>Makes the changes that counsel advises by itself and notes each of them.</source>
        <translation>Macht die empfohlenen Änderungen von selbst und vermerkt jede.</translation>
    </message>
    <message>
        <source>Rules that are watched</source>
        <translation>Beobachtete Regeln</translation>
    </message>
    <message>
        <source>Autopilot and rules</source>
        <translation>Autopilot und Regeln</translation>
    </message>
    <message>
        <source>Stage this change</source>
        <translation>Änderung vormerken</translation>
    </message>
    <message>
        <source>Show samples</source>
        <translation>Samples zeigen</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>This rule says nothing more in this run. The menu of this panel takes that back.</source>
        <translation>Diese Regel schweigt in diesem Lauf. Das Menü dieser Leiste nimmt das zurück.</translation>
    </message>
    <message>
        <source>Back to the newest</source>
        <translation>Zurück zum Neuesten</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln weiterer</numerusform>
            <numerusform>%Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Autopilot has set %1.</source>
        <translation>Autopilot hat gesetzt: %1.</translation>
    </message>
    <message>
        <source>Set: %1.</source>
        <translation>Gesetzt: %1.</translation>
    </message>
    <message numerus="yes">
        <source>Whether it helps is said after %Ln step(s).</source>
        <translation>
            <numerusform>Ob es hilft, steht hier nach %Ln Schritt.</numerusform>
            <numerusform>Ob es hilft, steht hier nach %Ln Schritten.</numerusform>
        </translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Forecast: the same memory</source>
        <translation>Prognose: gleicher Speicher</translation>
    </message>
    <message>
        <source>Forecast: %1 at the peak</source>
        <translation>Prognose: %1 an der Spitze</translation>
    </message>
    <message>
        <source>Forecast: being measured</source>
        <translation>Prognose: wird gemessen</translation>
    </message>
    <message>
        <source>Not in the next run</source>
        <translation>Nicht im nächsten Lauf</translation>
    </message>
    <message>
        <source>Stage for the next run</source>
        <translation>Für den nächsten Lauf vormerken</translation>
    </message>
    <message>
        <source>Only a new run can have it. It becomes part of the settings when this one ends, and of runs that are queued until then.</source>
        <translation>Nur ein neuer Lauf kann es haben. Es kommt in die Einstellungen, wenn dieser endet, und in Läufe, die bis dahin eingereiht werden.</translation>
    </message>
    <message>
        <source>Forecast: the same memory and speed</source>
        <translation>Prognose: Speicher und Tempo gleich</translation>
    </message>
    <message>
        <source>Forecast: %1 at the peak, the same speed</source>
        <translation>Prognose: %1 an der Spitze, gleiches Tempo</translation>
    </message>
    <message>
        <source>Forecast: the same memory, speed %1</source>
        <translation>Prognose: gleicher Speicher, Tempo %1</translation>
    </message>
    <message>
        <source>Forecast: %1 at the peak, speed %2</source>
        <translation>Prognose: %1 an der Spitze, Tempo %2</translation>
    </message>
</context>
<context>
    <name>headroom::ui::CutoutsPage</name>
    <message>
        <source>No cutouts yet</source>
        <translation>Noch keine Ausschnitte</translation>
    </message>
    <message>
        <source>CLIP judges random cutouts of the picture. While it is painted, those of the newest iteration are shown here.</source>
        <translation>CLIP beurteilt zufällige Ausschnitte des Bildes. Während gemalt wird, stehen hier die des neuesten Durchlaufs.</translation>
    </message>
    <message>
        <source>Cutouts</source>
        <translation>Ausschnitte</translation>
    </message>
    <message>
        <source>Iteration %1 · %2 of %3 cutouts, %4 px a side · as CLIP saw them</source>
        <translation>Durchlauf %1 · %2 von %3 Ausschnitten, Seite %4 px · wie CLIP sie sah</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>The cutouts could not be shown</source>
        <translation>Die Ausschnitte konnten nicht gezeigt werden</translation>
    </message>
</context>
<context>
    <name>headroom::ui::DatasetDialog</name>
    <message>
        <source>Data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>How pictures are cut square</source>
        <translation>Wie Bilder quadratisch geschnitten werden</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Use this data set</source>
        <translation>Diesen Datensatz verwenden</translation>
    </message>
    <message>
        <source>Nothing inspected yet</source>
        <translation>Noch nichts angesehen</translation>
    </message>
    <message>
        <source>Choose a folder, a CIFAR-10 or MNIST file, or the built-in shapes.</source>
        <translation>Einen Ordner, eine CIFAR-10- oder MNIST-Datei oder die eingebauten Formen wählen.</translation>
    </message>
    <message>
        <source>Inspection</source>
        <translation>Durchsicht</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Folder, CIFAR-10 or MNIST file, or shapes</source>
        <translation>Ordner, CIFAR-10- oder MNIST-Datei, oder shapes</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <source>Built-in shapes</source>
        <translation>Eingebaute Formen</translation>
    </message>
    <message>
        <source>Folder with pictures</source>
        <translation>Ordner mit Bildern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Reading the data set</source>
        <translation>Der Datensatz wird gelesen</translation>
    </message>
    <message>
        <source>Inspection cancelled</source>
        <translation>Durchsicht abgebrochen</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The inspection is still running</source>
        <translation>Die Durchsicht ist noch im Gang</translation>
    </message>
    <message>
        <source>Inspect a data set that can be read first</source>
        <translation>Erst einen lesbaren Datensatz ansehen</translation>
    </message>
    <message>
        <source>Use with this recipe</source>
        <translation>Mit diesem Rezept verwenden</translation>
    </message>
</context>
<context>
    <name>headroom::ui::DatasetReportView</name>
    <message>
        <source>Contact sheet</source>
        <translation>Kontaktabzug</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Weggelassen</translation>
    </message>
    <message>
        <source>Sides</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Trained as</source>
        <translation>Trainiert als</translation>
    </message>
    <message>
        <source>Copy list</source>
        <translation>Liste kopieren</translation>
    </message>
    <message>
        <source>Files left out</source>
        <translation>Weggelassene Dateien</translation>
    </message>
    <message>
        <source>As training sees them</source>
        <translation>Wie das Training sie sieht</translation>
    </message>
    <message>
        <source>%1, drawn by Headroom</source>
        <translation>%1, von Headroom gezeichnet</translation>
    </message>
    <message>
        <source>Folder of pictures, %1</source>
        <translation>Ordner mit Bildern, %1</translation>
    </message>
    <message>
        <source>CIFAR-10, %1</source>
        <translation>CIFAR-10, %1</translation>
    </message>
    <message>
        <source>MNIST, %1</source>
        <translation>MNIST, %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s), %1 %</source>
        <translation>
            <numerusform>%Ln Datei, %1 %</numerusform>
            <numerusform>%Ln Dateien, %1 %</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 px</source>
        <translation>%1 px</translation>
    </message>
    <message>
        <source>%1 to %2 px</source>
        <translation>%1 bis %2 px</translation>
    </message>
    <message>
        <source>%1 × %1 px</source>
        <translation>%1 × %1 px</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>Wiederholt</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Ground</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 repeats %2</source>
        <translation>%1 wiederholt %2</translation>
    </message>
    <message>
        <source>%1 without colour, %2 nearly empty, %3 of the pixels on edges</source>
        <translation>%1 ohne Farbe, %2 fast leer, %3 der Pixel auf Kanten</translation>
    </message>
    <message>
        <source>%1, %2 wide, %3 high</source>
        <translation>%1, %2 breit, %3 hoch</translation>
    </message>
    <message>
        <source>%1 on white, %2 on black, %3 transparent</source>
        <translation>%1 auf Weiß, %2 auf Schwarz, %3 durchsichtig</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Why it is left out</source>
        <translation>Warum weggelassen</translation>
    </message>
    <message>
        <source>%1, without near-duplicates and empty pictures</source>
        <translation>%1, ohne fast gleiche und leere Bilder</translation>
    </message>
    <message>
        <source>%1, without near-duplicates</source>
        <translation>%1, ohne fast gleiche Bilder</translation>
    </message>
    <message>
        <source>%1, without empty pictures</source>
        <translation>%1, ohne leere Bilder</translation>
    </message>
</context>
<context>
    <name>headroom::ui::DesktopNotifier</name>
    <message>
        <source>Show the window</source>
        <translation>Fenster zeigen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::DeviceCard</name>
    <message>
        <source>%1 free, %2 used by other programs.</source>
        <translation>%1 frei, %2 von anderen Programmen belegt.</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>card</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Budget on %1</source>
        <translation>Budget auf %1</translation>
    </message>
    <message>
        <source>Memory that Headroom may use here. At 0: automatic, what is free less a safety margin.</source>
        <translation>Speicher, den Headroom hier nutzen darf. Bei 0: automatisch, was frei ist, abzüglich eines Sicherheitsabstands.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
</context>
<context>
    <name>headroom::ui::DockCommands</name>
    <message>
        <source>Make the dock wider</source>
        <translation>Dock breiter machen</translation>
    </message>
    <message>
        <source>Make the dock narrower</source>
        <translation>Dock schmaler machen</translation>
    </message>
    <message>
        <source>Make the dock taller</source>
        <translation>Dock höher machen</translation>
    </message>
    <message>
        <source>Make the dock shorter</source>
        <translation>Dock niedriger machen</translation>
    </message>
    <message>
        <source>Move the dock to the other side</source>
        <translation>Dock auf die andere Seite setzen</translation>
    </message>
    <message>
        <source>Run or Memory, whichever has the focus</source>
        <translation>Lauf oder Speicher, je nachdem, wo der Fokus ist</translation>
    </message>
    <message>
        <source>The focus is in no dock</source>
        <translation>Der Fokus ist in keinem Dock</translation>
    </message>
    <message>
        <source>It floats; dock it first</source>
        <translation>Es ist abgelöst; erst andocken</translation>
    </message>
    <message>
        <source>It takes the whole width</source>
        <translation>Es nimmt die ganze Breite ein</translation>
    </message>
    <message>
        <source>It takes the whole height</source>
        <translation>Es nimmt die ganze Höhe ein</translation>
    </message>
    <message>
        <source>Put the dock into tabs with the other one</source>
        <translation>Dock zum Reiter neben dem anderen machen</translation>
    </message>
    <message>
        <source>No other dock stands in the window</source>
        <translation>Im Fenster steht kein anderes Dock</translation>
    </message>
</context>
<context>
    <name>headroom::ui::DockTitle</name>
    <message>
        <source>Float or dock %1</source>
        <translation>%1 ablösen oder andocken</translation>
    </message>
    <message>
        <source>Close %1 (View menu brings it back)</source>
        <translation>%1 schließen (das Menü Ansicht bringt es zurück)</translation>
    </message>
</context>
<context>
    <name>headroom::ui::DropDesk</name>
    <message>
        <source>That is an address, and Headroom fetches nothing. Save the picture first and drop the file.</source>
        <translation>Das ist eine Adresse, und Headroom lädt nichts herunter. Das Bild erst speichern und die Datei ablegen.</translation>
    </message>
    <message>
        <source>The clipboard holds no picture and no file</source>
        <translation>Die Zwischenablage enthält weder Bild noch Datei</translation>
    </message>
    <message>
        <source>A picture</source>
        <translation>Ein Bild</translation>
    </message>
    <message>
        <source>Drop it to say what it is for.</source>
        <translation>Zum Ablegen loslassen; wofür es ist, wird gefragt.</translation>
    </message>
    <message>
        <source>Looking at what this is</source>
        <translation>Wird angesehen</translation>
    </message>
    <message>
        <source>The picture could not be read</source>
        <translation>Das Bild ist nicht lesbar</translation>
    </message>
    <message>
        <source>Keeping the picture</source>
        <translation>Das Bild wird aufbewahrt</translation>
    </message>
    <message>
        <source>The picture could not be kept in %1</source>
        <translation>Das Bild lässt sich in %1 nicht aufbewahren</translation>
    </message>
    <message>
        <source>Nothing can be done with it here.</source>
        <translation>Damit lässt sich hier nichts anfangen.</translation>
    </message>
    <message>
        <source>What is it for?</source>
        <translation>Wofür ist es?</translation>
    </message>
    <message>
        <source>Drop it on what it is for, or anywhere to be asked.</source>
        <translation>Dort ablegen, wofür es ist, oder irgendwo, um gefragt zu werden.</translation>
    </message>
    <message>
        <source>Drop it anywhere.</source>
        <translation>Irgendwo ablegen.</translation>
    </message>
    <message>
        <source>Nothing can be done here with %1</source>
        <translation>Hiermit lässt sich hier nichts anfangen: %1</translation>
    </message>
    <message>
        <source>%1: not now</source>
        <translation>%1: jetzt nicht</translation>
    </message>
    <message>
        <source>A run is going; stop it first</source>
        <translation>Ein Lauf ist im Gang; erst anhalten</translation>
    </message>
    <message>
        <source>Enlarge it</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>2 to 4 times as large, in tiles that fit the memory.</source>
        <translation>Auf das 2- bis 4-Fache, in Kacheln, die in den Speicher passen.</translation>
    </message>
    <message>
        <source>Use it as %1</source>
        <translation>Verwenden als %1</translation>
    </message>
    <message>
        <source>%1 is a file, and this is a folder</source>
        <translation>%1 ist eine Datei, und dies ist ein Ordner</translation>
    </message>
    <message>
        <source>%1 is a folder, and this is a file</source>
        <translation>%1 ist ein Ordner, und dies ist eine Datei</translation>
    </message>
    <message>
        <source>Open the run in it</source>
        <translation>Den Lauf darin öffnen</translation>
    </message>
    <message>
        <source>It becomes a run of your own; every file is checked.</source>
        <translation>Er wird ein eigener Lauf; jede Datei wird geprüft.</translation>
    </message>
    <message>
        <source>Show it in Runs</source>
        <translation>Unter Läufe zeigen</translation>
    </message>
    <message>
        <source>Its curves, pictures, checkpoints and notes.</source>
        <translation>Seine Kurven, Bilder, Checkpoints und Notizen.</translation>
    </message>
    <message>
        <source>Continue the run</source>
        <translation>Den Lauf fortsetzen</translation>
    </message>
    <message>
        <source>It goes on where its newest checkpoint was saved.</source>
        <translation>Er geht weiter, wo sein neuester Checkpoint gespeichert wurde.</translation>
    </message>
    <message>
        <source>Begin a new run with its weights</source>
        <translation>Einen neuen Lauf mit seinen Gewichten beginnen</translation>
    </message>
    <message>
        <source>With the run&apos;s settings and the weights of %1.</source>
        <translation>Mit den Einstellungen des Laufs und den Gewichten von %1.</translation>
    </message>
    <message>
        <source>Use its settings</source>
        <translation>Seine Einstellungen verwenden</translation>
    </message>
    <message>
        <source>They become the settings of the form; what differs is shown first.</source>
        <translation>Sie werden die Einstellungen des Formulars; zuerst wird gezeigt, was abweicht.</translation>
    </message>
    <message>
        <source>Enlarge pictures with it</source>
        <translation>Bilder damit vergrößern</translation>
    </message>
    <message>
        <source>It becomes the method of the dialog that enlarges.</source>
        <translation>Es wird das Verfahren im Dialog zum Vergrößern.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::DropOverlay</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ElsewhereDesk</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Attaching to the run</source>
        <translation>Verbindung zum Lauf wird aufgebaut</translation>
    </message>
    <message>
        <source>The run could not be attached to</source>
        <translation>Die Verbindung zum Lauf kam nicht zustande</translation>
    </message>
    <message>
        <source>Starting the run in a process of its own</source>
        <translation>Der Lauf startet in einem eigenen Prozess</translation>
    </message>
    <message>
        <source>The run did not start</source>
        <translation>Der Lauf ist nicht gestartet</translation>
    </message>
    <message>
        <source>The run moves to a process of its own</source>
        <translation>Der Lauf zieht in einen eigenen Prozess um</translation>
    </message>
    <message>
        <source>Saving a checkpoint</source>
        <translation>Ein Checkpoint wird gespeichert</translation>
    </message>
    <message>
        <source>The run was stopped and saved</source>
        <translation>Der Lauf wurde angehalten und gespeichert</translation>
    </message>
    <message>
        <source>It goes on where you want it to.</source>
        <translation>Er geht weiter, wo man will.</translation>
    </message>
    <message>
        <source>The run was saved, but did not go on without a window</source>
        <translation>Der Lauf wurde gespeichert, ging aber nicht ohne Fenster weiter</translation>
    </message>
    <message>
        <source>Continue here</source>
        <translation>Hier fortsetzen</translation>
    </message>
    <message>
        <source>%1 trains elsewhere</source>
        <translation>%1 trainiert anderswo</translation>
    </message>
    <message>
        <source>%1 and %2 more train elsewhere</source>
        <translation>%1 und %2 weitere trainieren anderswo</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>The run was not started</source>
        <translation>Der Lauf wurde nicht gestartet</translation>
    </message>
    <message>
        <source>Another one is just moving to a process of its own. Start this one when that is done.</source>
        <translation>Ein anderer zieht gerade in einen eigenen Prozess um. Diesen starten, wenn das geschehen ist.</translation>
    </message>
    <message>
        <source>The run stays here</source>
        <translation>Der Lauf bleibt hier</translation>
    </message>
    <message>
        <source>It could not be saved, so nothing could go on elsewhere.</source>
        <translation>Er ließ sich nicht sichern, also konnte anderswo nichts weitergehen.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::EmptyState</name>
    <message>
        <source>%1 cannot be read</source>
        <translation>%1 kann nicht gelesen werden</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ExplorePage</name>
    <message>
        <source>fixed latent %1</source>
        <translation>festes Latent %1</translation>
    </message>
    <message>
        <source>seed %1, picture %2</source>
        <translation>Seed %1, Bild %2</translation>
    </message>
    <message>
        <source>Nothing drawn yet</source>
        <translation>Noch nichts gezeichnet</translation>
    </message>
    <message>
        <source>Make the chosen picture a favourite</source>
        <translation>Das gewählte Bild zum Favoriten machen</translation>
    </message>
    <message>
        <source>Show the training images nearest to the chosen picture</source>
        <translation>Die Trainingsbilder zeigen, die dem gewählten Bild am nächsten sind</translation>
    </message>
    <message>
        <source>Make the chosen picture an end of the latent walk</source>
        <translation>Das gewählte Bild zu einem Ende des Latent-Walks machen</translation>
    </message>
    <message>
        <source>Show the favourites alone</source>
        <translation>Nur die Favoriten zeigen</translation>
    </message>
    <message>
        <source>Export the favourites as one picture…</source>
        <translation>Die Favoriten als ein Bild exportieren…</translation>
    </message>
    <message>
        <source>Latents of several seeds</source>
        <translation>Latents mehrerer Seeds</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Seeds</translation>
    </message>
    <message numerus="yes">
        <source>Up to %Ln seed(s) with commas; each gets a row of its own. 0: the fixed latents</source>
        <translation>
            <numerusform>Bis zu %Ln Seed; jeder bekommt eine eigene Zeile. 0: die festen Latents</numerusform>
            <numerusform>Bis zu %Ln Seeds mit Kommas; jeder bekommt eine eigene Zeile. 0: die festen Latents</numerusform>
        </translation>
    </message>
    <message>
        <source> of each</source>
        <translation> von jedem</translation>
    </message>
    <message>
        <source>Pictures of each seed</source>
        <translation>Bilder von jedem Seed</translation>
    </message>
    <message>
        <source>Truncation</source>
        <translation>Truncation</translation>
    </message>
    <message>
        <source>Latents times this: below 1 more alike and cleaner, above 1 more varied</source>
        <translation>Latents mal diesem Wert: unter 1 ähnlicher und sauberer, über 1 vielfältiger</translation>
    </message>
    <message>
        <source>The chosen picture</source>
        <translation>Das gewählte Bild</translation>
    </message>
    <message>
        <source>The nearest training images; the first differs by %1 % per pixel</source>
        <translation>Die nächsten Trainingsbilder; das erste weicht um %1 % je Pixel ab</translation>
    </message>
    <message>
        <source>Export the favourites</source>
        <translation>Favoriten exportieren</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>The pictures could not be drawn</source>
        <translation>Die Bilder ließen sich nicht zeichnen</translation>
    </message>
    <message>
        <source>The model is parked in RAM; Resume first</source>
        <translation>Das Modell ist im RAM geparkt; erst fortsetzen</translation>
    </message>
    <message>
        <source>Latents of several seeds appear here, side by side.</source>
        <translation>Latents mehrerer Seeds erscheinen hier nebeneinander.</translation>
    </message>
    <message>
        <source>Start a run first: its generator draws them</source>
        <translation>Erst einen Lauf starten: sein Generator zeichnet sie</translation>
    </message>
    <message>
        <source>There are no favourites yet; the star makes one</source>
        <translation>Noch keine Favoriten; der Stern macht einen</translation>
    </message>
    <message numerus="yes">
        <source>Show the %Ln favourite(s) alone</source>
        <translation>
            <numerusform>Nur den %Ln Favoriten zeigen</numerusform>
            <numerusform>Nur die %Ln Favoriten zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Drawn at step %1; the run draws no more now</source>
        <translation>Bei Schritt %1 gezeichnet; der Lauf zeichnet jetzt nicht mehr</translation>
    </message>
    <message>
        <source>Near by</source>
        <translation>Nah nach</translation>
    </message>
    <message>
        <source>Near in pixels, or in what a CLIP sees. A data set is shown to a CLIP once, which takes a while for a large one.</source>
        <translation>Nah in Pixeln, oder in dem, was ein CLIP sieht. Ein Datensatz wird einem CLIP einmal gezeigt; bei einem großen dauert das eine Weile.</translation>
    </message>
    <message>
        <source>Near pictures</source>
        <translation>Nahe Bilder</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>CLIP, %1</source>
        <translation>CLIP, %1</translation>
    </message>
    <message>
        <source>Showing CLIP the data set</source>
        <translation>CLIP sieht den Datensatz an</translation>
    </message>
    <message>
        <source>The training images nearest to CLIP; the first has a cosine of %1</source>
        <translation>Die für CLIP nächsten Trainingsbilder; das erste hat einen Kosinus von %1</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Nothing is chosen to be drawn</source>
        <translation>Nichts ist gewählt, was gezeichnet würde</translation>
    </message>
    <message>
        <source>Each favourite is drawn at the truncation at which it was chosen</source>
        <translation>Jeder Favorit wird bei der Truncation gezeichnet, bei der er gewählt wurde</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Export from %1</source>
        <translation>Export aus %1</translation>
    </message>
    <message>
        <source>Reading the run</source>
        <translation>Der Lauf wird gelesen</translation>
    </message>
    <message>
        <source>The files are made on %1 and fetched</source>
        <translation>Die Dateien entstehen auf %1 und werden geholt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>The newest kept picture is copied; the history is made of all kept ones.</source>
        <translation>Das neueste behaltene Bild wird kopiert; der Verlauf entsteht aus allen behaltenen.</translation>
    </message>
    <message>
        <source>The run goes on. Pictures are rendered from the newest checkpoint.</source>
        <translation>Der Lauf geht weiter. Bilder werden aus dem neuesten Checkpoint berechnet.</translation>
    </message>
    <message>
        <source>Pictures are rendered from the newest checkpoint.</source>
        <translation>Bilder werden aus dem neuesten Checkpoint berechnet.</translation>
    </message>
    <message numerus="yes">
        <source>Export %Ln item(s)</source>
        <translation>
            <numerusform>%Ln Teil exportieren</numerusform>
            <numerusform>%Ln Teile exportieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>about %1, %2 free</source>
        <translation>etwa %1, %2 frei</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message numerus="yes">
        <source>, %Ln file(s) replaced</source>
        <translation>
            <numerusform>, %Ln Datei wird ersetzt</numerusform>
            <numerusform>, %Ln Dateien werden ersetzt</numerusform>
        </translation>
    </message>
    <message>
        <source>Files are being written</source>
        <translation>Dateien werden geschrieben</translation>
    </message>
    <message>
        <source>There is no run to export from</source>
        <translation>Es gibt keinen Lauf zum Exportieren</translation>
    </message>
    <message>
        <source>Choose what to export</source>
        <translation>Wählen, was exportiert werden soll</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Einen Ordner wählen</translation>
    </message>
    <message>
        <source>The folder&apos;s disk has too little room</source>
        <translation>Auf dem Laufwerk des Ordners ist zu wenig Platz</translation>
    </message>
    <message>
        <source>What to export</source>
        <translation>Was exportiert wird</translation>
    </message>
    <message>
        <source>Target folder</source>
        <translation>Zielordner</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Choose the target folder</source>
        <translation>Den Zielordner wählen</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Files are being written; wait until they are there.</source>
        <translation>Es werden Dateien geschrieben; warten Sie, bis sie da sind.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ExportForms</name>
    <message>
        <source>EMA</source>
        <translation>EMA</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Rows × columns</source>
        <translation>Zeilen × Spalten</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>The fixed latents</source>
        <translation>Die festen Latents</translation>
    </message>
    <message>
        <source>New ones from a seed</source>
        <translation>Neue aus einem Seed</translation>
    </message>
    <message>
        <source>Latents</source>
        <translation>Latents</translation>
    </message>
    <message>
        <source>Seed </source>
        <translation>Seed </translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Truncation</source>
        <translation>Truncation</translation>
    </message>
    <message>
        <source>Scale of the latents: below 1 the pictures are more alike and cleaner</source>
        <translation>Skalierung der Latents: unter 1 sind die Bilder ähnlicher und sauberer</translation>
    </message>
    <message>
        <source>Batch norm</source>
        <translation>Batch-Norm</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Format of the history</source>
        <translation>Format des Verlaufs</translation>
    </message>
    <message>
        <source>%1 (not available)</source>
        <translation>%1 (nicht verfügbar)</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Pictures per second</source>
        <translation>Bilder pro Sekunde</translation>
    </message>
    <message>
        <source> per second</source>
        <translation> pro Sekunde</translation>
    </message>
    <message>
        <source>Pictures at most</source>
        <translation>Höchstens so viele Bilder</translation>
    </message>
    <message>
        <source> pictures</source>
        <translation> Bilder</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>PyTorch .pth, as the classic example reads it</source>
        <translation>PyTorch .pth, wie das klassische Beispiel es liest</translation>
    </message>
    <message>
        <source>TensorBoard</source>
        <translation>TensorBoard</translation>
    </message>
    <message>
        <source>ZIP that holds the run&apos;s folder with a hash of each file. Open the archive of a run, in the menu File, makes it a run again, here or on another machine; it goes on from its newest checkpoint.</source>
        <translation>ZIP mit dem Ordner des Laufs und einem Hash je Datei. Archiv eines Laufs öffnen im Menü Datei macht es wieder zu einem Lauf, hier oder auf einem anderen Rechner; er geht von seinem neuesten Checkpoint weiter.</translation>
    </message>
    <message>
        <source>%1 px, native size</source>
        <translation>%1 px, eigene Größe</translation>
    </message>
    <message>
        <source>A painted picture is written as it is</source>
        <translation>Ein gemaltes Bild wird geschrieben, wie es ist</translation>
    </message>
    <message>
        <source>Of more pictures so many are taken, spread evenly</source>
        <translation>Sind es mehr, werden so viele genommen, gleichmäßig verteilt</translation>
    </message>
    <message>
        <source>The averaged weights</source>
        <translation>Die gemittelten Gewichte</translation>
    </message>
    <message>
        <source>This run keeps no average</source>
        <translation>Dieser Lauf hat keinen Mittelwert</translation>
    </message>
    <message>
        <source>Eval statistics</source>
        <translation>Eval-Statistik</translation>
    </message>
    <message>
        <source>As in the preview</source>
        <translation>Wie in der Vorschau</translation>
    </message>
    <message>
        <source>A folder as the Hugging Face hub shows it: model card, samples, PyTorch loader</source>
        <translation>Ein Ordner, wie ihn der Hugging Face Hub zeigt: Model Card, Samples, PyTorch-Loader</translation>
    </message>
    <message>
        <source>Licence of the weights</source>
        <translation>Lizenz der Gewichte</translation>
    </message>
    <message>
        <source>As the Hugging Face hub calls it; empty: not said in the card</source>
        <translation>Wie der Hugging Face Hub sie nennt; leer: in der Card nicht gesagt</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>JSON: every setting, with versions, device, what was measured and the data&apos;s fingerprint</source>
        <translation>JSON: jede Einstellung, mit Versionen, Gerät, Messungen und dem Fingerabdruck der Daten</translation>
    </message>
    <message>
        <source>Seed of the walk</source>
        <translation>Seed des Walks</translation>
    </message>
    <message>
        <source>Ends of the walk</source>
        <translation>Enden des Walks</translation>
    </message>
    <message>
        <source>The walk leads through so many pictures of the seed, as Latents shows them</source>
        <translation>Der Walk führt durch so viele Bilder des Seeds, wie Latents sie zeigt</translation>
    </message>
    <message>
        <source>Through</source>
        <translation>Durch</translation>
    </message>
    <message>
        <source>Back to the first</source>
        <translation>Zurück zum ersten</translation>
    </message>
    <message>
        <source>The walk ends where it began; otherwise at its last end</source>
        <translation>Der Walk endet, wo er begann, sonst an seinem letzten Ende</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Einzelbilder</translation>
    </message>
    <message>
        <source>Frames of the walk</source>
        <translation>Einzelbilder des Walks</translation>
    </message>
    <message>
        <source>Frames of the walk per second</source>
        <translation>Einzelbilder des Walks pro Sekunde</translation>
    </message>
    <message>
        <source>Format of the walk</source>
        <translation>Format des Walks</translation>
    </message>
    <message>
        <source>The newest checkpoint</source>
        <translation>Der neueste Checkpoint</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ExportListModel</name>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>under 0.1 MiB</source>
        <translation>unter 0,1 MiB</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ExportPreview</name>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Preview of the sample grid</source>
        <translation>Vorschau des Sample-Rasters</translation>
    </message>
    <message>
        <source>%1 × %2 px</source>
        <translation>%1 × %2 px</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
</context>
<context>
    <name>headroom::ui::FileRow</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Geschrieben: %1</translation>
    </message>
    <message>
        <source>%1 was not written</source>
        <translation>%1 wurde nicht geschrieben</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <source>Export cancelled; files written before are complete.</source>
        <translation>Export abgebrochen; zuvor geschriebene Dateien sind vollständig.</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Wird geschrieben</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) written to %1</source>
        <translation>
            <numerusform>%Ln Datei nach %1 geschrieben</numerusform>
            <numerusform>%Ln Dateien nach %1 geschrieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 %Ln file(s) were written before.</source>
        <translation>
            <numerusform>%1 Vorher wurde %Ln Datei geschrieben.</numerusform>
            <numerusform>%1 Vorher wurden %Ln Dateien geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cannot be made.</source>
        <translation>%1 lässt sich nicht anlegen.</translation>
    </message>
    <message>
        <source>Choose a folder that can be written.</source>
        <translation>Einen beschreibbaren Ordner wählen.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
</context>
<context>
    <name>headroom::ui::FilmStrip</name>
    <message>
        <source>Kept pictures</source>
        <translation>Behaltene Bilder</translation>
    </message>
</context>
<context>
    <name>headroom::ui::FindDesk</name>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Not on this page</source>
        <translation>Nicht auf dieser Seite</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>%1: a preset of yours</source>
        <translation>%1: eine eigene Voreinstellung</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>%1 › %2</source>
        <comment>menu in menu</comment>
        <translation>%1 › %2</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>%1, on</source>
        <translation>%1, an</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Registerkarte</translation>
    </message>
</context>
<context>
    <name>headroom::ui::FindDialog</name>
    <message>
        <source>Find a setting, command, run, page or help</source>
        <translation>Einstellung, Befehl, Lauf, Seite oder Hilfe suchen</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Gefundenes</translation>
    </message>
    <message>
        <source>Nothing has these words.</source>
        <translation>Nichts hat diese Wörter.</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>%1 is off: %2</source>
        <translation>%1 geht nicht: %2</translation>
    </message>
</context>
<context>
    <name>headroom::ui::FitBudget</name>
    <message>
        <source>Budget to plan for</source>
        <translation>Budget, für das geplant wird</translation>
    </message>
</context>
<context>
    <name>headroom::ui::FitDialog</name>
    <message>
        <source>Looking for settings that fit</source>
        <translation>Passende Einstellungen werden gesucht</translation>
    </message>
    <message>
        <source>Progress of the plans</source>
        <translation>Fortschritt der Pläne</translation>
    </message>
    <message>
        <source>Measure this plan</source>
        <translation>Diesen Plan messen</translation>
    </message>
    <message>
        <source>Save recipe…</source>
        <translation>Rezept speichern…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Apply plan</source>
        <translation>Plan anwenden</translation>
    </message>
    <message>
        <source>The effective batch is a whole number from 1 to 1,000,000.</source>
        <translation>Der effektive Batch ist eine ganze Zahl von 1 bis 1.000.000.</translation>
    </message>
    <message>
        <source>Recompute activations in the backward pass: same result, more time</source>
        <translation>Aktivierungen im Rückwärtsdurchgang neu berechnen: gleiches Ergebnis, mehr Zeit</translation>
    </message>
    <message>
        <source>Make the fakes again for G instead of keeping their graph: same result, more time</source>
        <translation>Die Fakes für G neu machen, statt ihren Graphen zu behalten: gleiches Ergebnis, mehr Zeit</translation>
    </message>
    <message>
        <source>Half the bytes per activation, other rounding</source>
        <translation>Halb so viele Bytes je Aktivierung, andere Rundung</translation>
    </message>
    <message>
        <source>The precision is low already.</source>
        <translation>Die Genauigkeit ist schon niedrig.</translation>
    </message>
    <message>
        <source>The pictures are as small as they can be.</source>
        <translation>Die Bilder sind so klein, wie sie sein können.</translation>
    </message>
    <message>
        <source>The networks of a run keep their size; choose this before a run.</source>
        <translation>Die Netze eines Laufs behalten ihre Größe; dies vor einem Lauf wählen.</translation>
    </message>
    <message>
        <source>The engine is not loaded.</source>
        <translation>Die Engine ist nicht geladen.</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The device&apos;s figures have not come yet.</source>
        <translation>Die Zahlen des Geräts sind noch nicht da.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln combination(s) were forecast. Allow more, raise the budget or take a smaller model.</source>
        <translation>
            <numerusform>%Ln Kombination wurde vorausberechnet. Mehr erlauben, das Budget erhöhen oder ein kleineres Modell nehmen.</numerusform>
            <numerusform>%Ln Kombinationen wurden vorausberechnet. Mehr erlauben, das Budget erhöhen oder ein kleineres Modell nehmen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The plans could not be made</source>
        <translation>Die Pläne ließen sich nicht machen</translation>
    </message>
    <message>
        <source>No plans</source>
        <translation>Keine Pläne</translation>
    </message>
    <message>
        <source>Settings are forecast one after another; unknown ones are measured with two short %1. The window stays usable.</source>
        <translation>Einstellungen werden nacheinander vorausberechnet; für unbekannte werden zwei kurze %1 gemessen. Das Fenster bleibt benutzbar.</translation>
    </message>
    <message>
        <source>A rehearsal is running</source>
        <translation>Ein Probelauf ist im Gang</translation>
    </message>
    <message>
        <source>The plans are being computed anew</source>
        <translation>Die Pläne werden neu berechnet</translation>
    </message>
    <message>
        <source>Choose a plan first</source>
        <translation>Erst einen Plan wählen</translation>
    </message>
    <message>
        <source>The run is using the device; stop it first</source>
        <translation>Der Lauf benutzt das Gerät; erst anhalten</translation>
    </message>
    <message>
        <source>This plan does not fit</source>
        <translation>Dieser Plan passt nicht</translation>
    </message>
    <message>
        <source>These settings are in force already</source>
        <translation>Diese Einstellungen gelten schon</translation>
    </message>
    <message>
        <source>No plans; Retry asks again.</source>
        <translation>Keine Pläne; Wiederholen fragt noch einmal.</translation>
    </message>
    <message>
        <source>No plan is chosen.</source>
        <translation>Kein Plan ist gewählt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln combination(s) were tried. All rows are forecasts; Measure this plan checks one with real %1.</source>
        <translation>
            <numerusform>%Ln Kombination wurde versucht. Alle Zeilen sind Prognosen; Diesen Plan messen prüft einen: echte %1.</numerusform>
            <numerusform>%Ln Kombinationen wurden versucht. Alle Zeilen sind Prognosen; Diesen Plan messen prüft einen: echte %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Works under the limit and measures peak and time; nothing is kept but the figures</source>
        <translation>Arbeitet unter dem Limit und misst Spitze und Zeit; nur die Zahlen bleiben</translation>
    </message>
    <message>
        <source>Works under the limit, stamps the recipe with what was measured</source>
        <translation>Arbeitet unter dem Limit und vermerkt im Rezept, was gemessen wurde</translation>
    </message>
    <message>
        <source>Stage plan</source>
        <translation>Plan vormerken</translation>
    </message>
    <message>
        <source>The settings become staged edits; Apply in the Run panel puts them in force.</source>
        <translation>Die Einstellungen werden vorgemerkte Änderungen; Anwenden im Bereich Lauf setzt sie in Kraft.</translation>
    </message>
    <message>
        <source>Sets at once:</source>
        <translation>Setzt sofort:</translation>
    </message>
    <message>
        <source>Stop rehearsal</source>
        <translation>Probelauf anhalten</translation>
    </message>
    <message>
        <source>Make it fit</source>
        <translation>Passend machen</translation>
    </message>
    <message>
        <source>Effective batch</source>
        <translation>Effektiver Batch</translation>
    </message>
    <message>
        <source>Images per optimiser step, kept by every plan: micro-batch times accumulation</source>
        <translation>Bilder je Optimiererschritt, in jedem Plan gleich: Micro-Batch mal Akkumulation</translation>
    </message>
    <message>
        <source>Rehearse</source>
        <translation>Planen für</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Erlauben</translation>
    </message>
    <message>
        <source>Checkpointing</source>
        <translation>Checkpointing</translation>
    </message>
    <message>
        <source>Recompute fakes</source>
        <translation>Fakes neu berechnen</translation>
    </message>
    <message>
        <source>Lower precision</source>
        <translation>Geringere Genauigkeit</translation>
    </message>
    <message>
        <source>Smaller picture</source>
        <translation>Kleineres Bild</translation>
    </message>
    <message>
        <source>Smaller network</source>
        <translation>Kleineres Netz</translation>
    </message>
    <message>
        <source>Peak against time; click a point to choose its plan</source>
        <translation>Spitze gegen Zeit; ein Klick auf einen Punkt wählt dessen Plan</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Write the plan with what was measured, its date and device, as JSON</source>
        <translation>Den Plan mit dem Gemessenen, Datum und Gerät als JSON schreiben</translation>
    </message>
    <message>
        <source>Save recipe</source>
        <translation>Rezept speichern</translation>
    </message>
    <message>
        <source>Recipes (*.headroom-recipe *.json)</source>
        <translation>Rezepte (*.headroom-recipe *.json)</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Rehearse…</source>
        <translation>Probelauf…</translation>
    </message>
    <message>
        <source>Rehearse %1…</source>
        <translation>Probelauf, %1…</translation>
    </message>
</context>
<context>
    <name>headroom::ui::FitModel</name>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>optimiser %1</source>
        <translation>Optimierer-%1</translation>
    </message>
    <message>
        <source>Forecast peak of this process: %1, between %2 and %3
%4</source>
        <translation>Vorausberechnete Spitze dieses Prozesses: %1, zwischen %2 und %3
%4</translation>
    </message>
    <message>
        <source>Budget less reserve less peak: %1</source>
        <translation>Budget abzüglich Reserve und Spitze: %1</translation>
    </message>
    <message>
        <source>Not known: no %1 like this has been timed.</source>
        <translation>Nicht bekannt: noch kein %1 wie dieser wurde gemessen.</translation>
    </message>
    <message>
        <source>Seconds per %1, from timed %2 of these settings</source>
        <translation>Sekunden pro %1, gemessene %2 mit diesen Einstellungen</translation>
    </message>
    <message>
        <source>Seconds per %1, modelled from other settings
%2</source>
        <translation>Sekunden pro %1, aus anderen Einstellungen geschätzt
%2</translation>
    </message>
    <message>
        <source>%1, recommended</source>
        <translation>%1, empfohlen</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Checkpointing</source>
        <translation>Checkpointing</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Peak, %1</source>
        <translation>Spitze, %1</translation>
    </message>
    <message>
        <source>To spare</source>
        <translation>Übrig</translation>
    </message>
    <message>
        <source>Same result?</source>
        <translation>Gleiches Ergebnis?</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Empfohlen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::FitPlot</name>
    <message>
        <source>peak %1, %2 %3</source>
        <translation>Spitze %1, %2 %3</translation>
    </message>
    <message>
        <source>Peak against time of the plans</source>
        <translation>Spitze gegen Zeit der Pläne</translation>
    </message>
    <message>
        <source>Every plan needs far more than the budget</source>
        <translation>Jeder Plan braucht weit mehr als das Budget</translation>
    </message>
    <message>
        <source>No plan with a known time yet</source>
        <translation>Noch kein Plan mit bekannter Zeit</translation>
    </message>
    <message numerus="yes">
        <source>%Ln plan(s), peak from %1 to %2 %3, up to %4 %5; budget less reserve %6</source>
        <translation>
            <numerusform>%Ln Plan, Spitze von %1 bis %2 %3, bis %4 %5; Budget abzüglich Reserve %6</numerusform>
            <numerusform>%Ln Pläne, Spitze von %1 bis %2 %3, bis %4 %5; Budget abzüglich Reserve %6</numerusform>
        </translation>
    </message>
    <message>
        <source>Budget less reserve %1</source>
        <translation>Budget abzüglich Reserve %1</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>empfohlen</translation>
    </message>
    <message>
        <source>close</source>
        <translation>ähnlich</translation>
    </message>
    <message>
        <source>The axis is broken here: the budget less reserve, %1, lies far beyond the plans</source>
        <translation>Die Achse ist hier unterbrochen: das Budget abzüglich Reserve, %1, liegt weit jenseits der Pläne</translation>
    </message>
</context>
<context>
    <name>headroom::ui::FitTable</name>
    <message>
        <source>Plans</source>
        <translation>Pläne</translation>
    </message>
</context>
<context>
    <name>headroom::ui::FitTrial</name>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>vor %1 min</translation>
    </message>
    <message>
        <source>Chosen plan measured with %1 %2: %3, %4 %5.</source>
        <translation>Gewählter Plan mit %1 gemessen, %2: %3, %4 %5.</translation>
    </message>
    <message numerus="yes">
        <source>It ran out of memory %Ln time(s) and went on as %1.</source>
        <translation>
            <numerusform>Der Speicher war %Ln Mal voll, und es ging als %1 weiter.</numerusform>
            <numerusform>Der Speicher war %Ln Mal voll, und es ging als %1 weiter.</numerusform>
        </translation>
    </message>
    <message>
        <source>The other rows are forecasts.</source>
        <translation>Die anderen Zeilen sind Prognosen.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::GuideDialog</name>
    <message>
        <source>Find in the guide</source>
        <translation>Im Handbuch suchen</translation>
    </message>
    <message>
        <source>Pages of the guide</source>
        <translation>Seiten des Handbuchs</translation>
    </message>
    <message>
        <source>Page of the guide</source>
        <translation>Seite des Handbuchs</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>No page has all these words.</source>
        <translation>Keine Seite hat alle diese Wörter.</translation>
    </message>
    <message>
        <source>Divider between the list of pages and the page</source>
        <translation>Teiler zwischen der Liste der Seiten und der Seite</translation>
    </message>
</context>
<context>
    <name>headroom::ui::HistoryRow</name>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Play the history</source>
        <translation>Verlauf abspielen</translation>
    </message>
    <message>
        <source>Older sample ([)</source>
        <translation>Älteres Sample ([)</translation>
    </message>
    <message>
        <source>Newest sample</source>
        <translation>Neuestes Sample</translation>
    </message>
    <message>
        <source>Hold the history</source>
        <translation>Verlauf anhalten</translation>
    </message>
    <message>
        <source>No samples yet</source>
        <translation>Noch keine Samples</translation>
    </message>
    <message>
        <source>%1 kept</source>
        <translation>%1 behalten</translation>
    </message>
    <message>
        <source>%1 · newest · %2</source>
        <translation>%1 · neueste · %2</translation>
    </message>
    <message>
        <source>%1 · %2 of %3</source>
        <translation>%1 · %2 von %3</translation>
    </message>
</context>
<context>
    <name>headroom::ui::HistorySlider</name>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>History of samples</source>
        <translation>Verlauf der Samples</translation>
    </message>
    <message>
        <source>No sample sets yet</source>
        <translation>Noch keine Samples</translation>
    </message>
    <message>
        <source>%1, set %2 of %3</source>
        <translation>%1, Satz %2 von %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ImageGrid</name>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Picture %1 of %2</source>
        <translation>Bild %1 von %2</translation>
    </message>
    <message>
        <source>%1 × %2 px</source>
        <translation>%1 × %2 px</translation>
    </message>
    <message>
        <source>No pictures</source>
        <translation>Keine Bilder</translation>
    </message>
    <message>
        <source>Picture %1 of %2 at %3 %</source>
        <translation>Bild %1 von %2 bei %3 %</translation>
    </message>
    <message>
        <source>%1 of %2 pictures at %3 %, picture %4 chosen</source>
        <translation>%1 von %2 Bildern bei %3 %, Bild %4 gewählt</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ImaginePage</name>
    <message>
        <source>noise %1</source>
        <translation>Rauschen %1</translation>
    </message>
    <message>
        <source>%1 (pushed away)</source>
        <translation>%1 (weggeschoben)</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Loss of the picture, and memory</source>
        <translation>Loss des Bildes und Speicher</translation>
    </message>
    <message>
        <source>No losses yet</source>
        <translation>Noch keine Losses</translation>
    </message>
    <message>
        <source>What the picture is moved by: how far it is from all prompts together, with memory below.</source>
        <translation>Was das Bild bewegt: wie weit es von allen Prompts zusammen entfernt ist, darunter der Speicher.</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <source>Similarity of the picture and each prompt</source>
        <translation>Ähnlichkeit des Bildes mit jedem Prompt</translation>
    </message>
    <message>
        <source>No similarity yet</source>
        <translation>Noch keine Ähnlichkeit</translation>
    </message>
    <message>
        <source>One curve per prompt: how close CLIP finds the picture to it, with a mark for every change you make.</source>
        <translation>Eine Kurve je Prompt: wie nah CLIP das Bild daran findet, mit einer Marke für jede Änderung.</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Losses</translation>
    </message>
</context>
<context>
    <name>headroom::ui::KeyboardDialog</name>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>Does</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Take this edit back, close a card</source>
        <translation>Diese Eingabe zurücknehmen, eine Karte schließen</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>Pfeiltasten</translation>
    </message>
    <message>
        <source>Move the divider that has the focus; further with Ctrl or Shift</source>
        <translation>Den Teiler mit dem Fokus bewegen; mit Strg oder Umschalt weiter</translation>
    </message>
</context>
<context>
    <name>headroom::ui::LeakNotice</name>
    <message>
        <source>Leak sentinel: slow growth</source>
        <translation>Leckwächter: langsames Wachstum</translation>
    </message>
    <message>
        <source>Show tensors</source>
        <translation>Tensoren zeigen</translation>
    </message>
    <message>
        <source>Snapshot…</source>
        <translation>Speicherabbild…</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::LedgerModel</name>
    <message>
        <source>Other programs</source>
        <translation>Andere Programme</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Held by other programs on this device.</source>
        <translation>Von anderen Programmen auf diesem Gerät belegt.</translation>
    </message>
    <message>
        <source>This process</source>
        <translation>Dieser Prozess</translation>
    </message>
    <message>
        <source>All that this process holds.</source>
        <translation>Alles, was dieser Prozess belegt.</translation>
    </message>
    <message>
        <source>Context, kernels</source>
        <translation>Kontext, Kernel</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>This process beyond counted tensors: libraries, kernels, the allocator&apos;s slack. On a GPU most of it is CUDA&apos;s context, which stays after a run until Release the device (menu Run) or the program&apos;s end.</source>
        <translation>Dieser Prozess über die gezählten Tensoren hinaus: Bibliotheken, Kernel, Verschnitt des Allocators. Auf einer GPU ist das meiste davon CUDAs Kontext, der nach einem Lauf bleibt bis Gerät freigeben (Menü Lauf) oder zum Ende des Programms.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Pictures that the window holds, at most as many as Memory for pictures (menu View) says. Of a GPU it takes nothing.</source>
        <translation>Bilder, die das Fenster hält, höchstens so viele, wie Speicher für Bilder (Menü Ansicht) sagt. Von einer GPU nimmt es nichts.</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Weights and buffers of the networks.</source>
        <translation>Gewichte und Puffer der Netze.</translation>
    </message>
    <message>
        <source>Optimiser (Adam)</source>
        <translation>Optimierer (Adam)</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>State of the optimisers, two values per weight for Adam.</source>
        <translation>Zustand der Optimierer, bei Adam zwei Werte je Gewicht.</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Gradients of the weights.</source>
        <translation>Gradienten der Gewichte.</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Inputs, workspace</source>
        <translation>Eingaben, Arbeitssp.</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Batches, scratch space of convolutions and other tensors.</source>
        <translation>Batches, Arbeitsspeicher der Faltungen und andere Tensoren.</translation>
    </message>
    <message>
        <source>Data set on the device</source>
        <translation>Datensatz auf dem Gerät</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>The packed pictures as bytes, where they lie on a GPU. Data on the device (Data) says whether; when memory runs out they are the first to leave.</source>
        <translation>Die gepackten Bilder als Bytes, wo sie auf einer GPU liegen. Daten auf dem Gerät (Daten) bestimmt das; wird der Speicher voll, gehen sie als Erste.</translation>
    </message>
    <message>
        <source>Library workspaces</source>
        <translation>Bibliotheken, intern</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>What cuBLAS and cuDNN keep and take for their own work on a GPU.</source>
        <translation>Was cuBLAS und cuDNN auf einer GPU für eigene Arbeit halten und nehmen.</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Freed blocks that the allocator keeps for reuse.</source>
        <translation>Freigegebene Blöcke, die der Allocator zur Wiederverwendung hält.</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>What nobody holds.</source>
        <translation>Was niemand belegt.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>The whole device; every column adds up to it.</source>
        <translation>Das ganze Gerät; jede Spalte ergibt es als Summe.</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1 asked of %2</source>
        <translation>%1 verlangt von %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Being forecast: two short %1 are measured.</source>
        <translation>Prognose läuft: zwei kurze %1 werden gemessen.</translation>
    </message>
    <message>
        <source>Not known yet: activations are measured in the first %1.</source>
        <translation>Noch nicht bekannt: Aktivierungen werden im ersten %1 gemessen.</translation>
    </message>
    <message>
        <source>Forecast, %1</source>
        <translation>Prognose, %1</translation>
    </message>
    <message>
        <source>%1, %2 s ago</source>
        <translation>%1, vor %2 s</translation>
    </message>
    <message>
        <source>Allocator, at the peak of the newest %1</source>
        <translation>Allocator, an der Spitze im neuesten %1</translation>
    </message>
    <message>
        <source>Allocator, now</source>
        <translation>Allocator, jetzt</translation>
    </message>
    <message>
        <source>Held by, %1</source>
        <translation>Belegt von, %1</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>At peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>Prognose</translation>
    </message>
    <message>
        <source>If applied</source>
        <translation>Angewandt</translation>
    </message>
    <message>
        <source>Outputs of layers kept for the backward pass. Of work recorded as CUDA graphs: all that it makes, which stays.</source>
        <translation>Ausgaben von Schichten, für den Rückwärtsdurchgang behalten. Bei Arbeit, die als CUDA-Graph aufgezeichnet ist: alles, was sie anlegt; es bleibt liegen.</translation>
    </message>
    <message>
        <source>Window, in RAM</source>
        <translation>Fenster, im RAM</translation>
    </message>
    <message>
        <source>What the pictures in this window hold in the RAM of its machine; no part of the sums above. The menu View sets how much they may.</source>
        <translation>Was die Bilder dieses Fensters im RAM seines Rechners belegen; kein Teil der Summen darüber. Wie viel sie dürfen, steht im Menü Ansicht.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::LedgerView</name>
    <message>
        <source>Who holds the memory</source>
        <translation>Wer den Speicher belegt</translation>
    </message>
</context>
<context>
    <name>headroom::ui::LogModel</name>
    <message>
        <source>Debug</source>
        <translation>Debug</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>Info</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>headroom::ui::LogPanel</name>
    <message>
        <source>Lowest level shown</source>
        <translation>Niedrigste gezeigte Stufe</translation>
    </message>
    <message>
        <source>Find in the log</source>
        <translation>Im Protokoll suchen</translation>
    </message>
    <message>
        <source>Follow the newest line</source>
        <translation>Der neuesten Zeile folgen</translation>
    </message>
    <message>
        <source>Copy the chosen lines, or all</source>
        <translation>Die gewählten Zeilen kopieren, sonst alle</translation>
    </message>
    <message>
        <source>Clear this view; the run&apos;s log file keeps its lines</source>
        <translation>Diese Ansicht leeren; die Protokolldatei des Laufs behält ihre Zeilen</translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation>Protokollzeilen</translation>
    </message>
    <message>
        <source>Nothing logged yet</source>
        <translation>Noch nichts protokolliert</translation>
    </message>
    <message>
        <source>What the engine does and why is listed here.</source>
        <translation>Hier steht, was die Engine tut und warum.</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Alle Stufen</translation>
    </message>
    <message>
        <source>Info and above</source>
        <translation>Ab Info</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>No line matches</source>
        <translation>Keine Zeile passt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) are hidden by the level or the search.</source>
        <translation>
            <numerusform>%Ln Zeile ist durch Stufe oder Suche ausgeblendet.</numerusform>
            <numerusform>%Ln Zeilen sind durch Stufe oder Suche ausgeblendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s)</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln line(s)</source>
        <translation>
            <numerusform>%1 von %Ln Zeile</numerusform>
            <numerusform>%1 von %Ln Zeilen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::MainWindow</name>
    <message>
        <source>Headroom</source>
        <translation>Headroom</translation>
    </message>
    <message>
        <source>%1 is kept as a preset</source>
        <translation>%1 ist als Voreinstellung gespeichert</translation>
    </message>
    <message>
        <source>It is in the menu Presets of the form.</source>
        <translation>Sie steht im Menü Voreinstellungen des Formulars.</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>the run</source>
        <translation>der Lauf</translation>
    </message>
    <message>
        <source>%1; this one can wait for it in the queue</source>
        <translation>%1; dieser kann in der Warteschlange darauf warten</translation>
    </message>
    <message>
        <source>Files are being written</source>
        <translation>Dateien werden geschrieben</translation>
    </message>
    <message>
        <source>Files are being written. What should happen to them?</source>
        <translation>Dateien werden geschrieben. Was soll damit geschehen?</translation>
    </message>
    <message>
        <source>Finish and quit closes the window when they are written. Stop and quit leaves out what is not.</source>
        <translation>Fertigstellen und beenden schließt das Fenster, wenn sie geschrieben sind. Anhalten und beenden lässt weg, was es nicht ist.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::MarkerStrip</name>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Marks of the run</source>
        <translation>Marken des Laufs</translation>
    </message>
</context>
<context>
    <name>headroom::ui::MemoryBar</name>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>card</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>%1, %2 s ago</source>
        <translation>%1, vor %2 s</translation>
    </message>
    <message>
        <source>Budget %1, of which others leave %2</source>
        <translation>Budget %1, davon lassen andere %2</translation>
    </message>
    <message>
        <source>Budget %1</source>
        <translation>Budget %1</translation>
    </message>
    <message>
        <source>Memory: %1 of %2 budget, %3 to spare</source>
        <translation>Speicher: %1 von %2 Budget, %3 übrig</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>allocator peak, newest step</source>
        <translation>Allocator-Spitze, neuester Schritt</translation>
    </message>
    <message>
        <source>Peak %1 of %2 budget, forecast %3</source>
        <translation>Spitze %1 von %2 Budget, Prognose %3</translation>
    </message>
    <message>
        <source>Peak %1 of %2 budget</source>
        <translation>Spitze %1 von %2 Budget</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere Programme</translation>
    </message>
    <message>
        <source>Context, kernels</source>
        <translation>Kontext, Kernel</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Inputs, workspace</source>
        <translation>Eingaben, Arbeitssp.</translation>
    </message>
    <message>
        <source>Data set on the device</source>
        <translation>Datensatz auf dem Gerät</translation>
    </message>
    <message>
        <source>Library workspaces</source>
        <translation>Bibliotheken, intern</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>Prognose</translation>
    </message>
    <message>
        <source>Memory bar</source>
        <translation>Speicherbalken</translation>
    </message>
    <message>
        <source>%1 past the %2</source>
        <translation>%1 über Grenze (%2)</translation>
    </message>
    <message>
        <source>Forecast: %1 more</source>
        <translation>Prognose: %1 mehr</translation>
    </message>
    <message>
        <source>%1: %2, %3
%4
%5</source>
        <translation>%1: %2, %3
%4
%5</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 mehr</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
</context>
<context>
    <name>headroom::ui::MemoryHeadline</name>
    <message>
        <source>%1 %2 + reserve %3, budget %4</source>
        <translation>%1 %2 + Reserve %3, Budget %4</translation>
    </message>
    <message>
        <source>%1 %2 + reserve %3 of %4 budget</source>
        <translation>%1 %2 + Reserve %3 von %4 Budget</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>No figures from the device yet</source>
        <translation>Noch keine Zahlen vom Gerät</translation>
    </message>
    <message>
        <source>%1 missing</source>
        <translation>%1 fehlen</translation>
    </message>
    <message>
        <source>%1 to spare</source>
        <translation>%1 übrig</translation>
    </message>
    <message>
        <source>limited by other programs, not by the budget</source>
        <translation>durch andere Programme begrenzt, nicht durch das Budget</translation>
    </message>
    <message>
        <source>budget %1, nothing is training</source>
        <translation>Budget %1, es wird nicht trainiert</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>Prognose</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>headroom::ui::MemoryLens</name>
    <message>
        <source>This process enlarged: %1 of %2</source>
        <translation>Dieser Prozess vergrößert: %1 von %2</translation>
    </message>
    <message>
        <source>Memory bar of this process, enlarged</source>
        <translation>Speicherbalken dieses Prozesses, vergrößert</translation>
    </message>
    <message>
        <source>This process, %1 times larger</source>
        <translation>Dieser Prozess, %1-fach vergrößert</translation>
    </message>
</context>
<context>
    <name>headroom::ui::MemoryPanel</name>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory, figures to scroll</source>
        <translation>Speicher, Zahlen zum Scrollen</translation>
    </message>
    <message>
        <source>Moment shown in bar and figure</source>
        <translation>Zeitpunkt, den Balken und Zahl zeigen</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>At peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>Make it fit…</source>
        <translation>Passend machen…</translation>
    </message>
    <message>
        <source>forecasting: two short %1 are being measured</source>
        <translation>Prognose: zwei kurze %1 werden gemessen</translation>
    </message>
    <message>
        <source>No forecast: %1</source>
        <translation>Keine Prognose: %1</translation>
    </message>
    <message>
        <source>No GPU found: %1 on the CPU, budget is on RAM</source>
        <translation>Keine GPU gefunden: %1 auf der CPU, das Budget gilt für den RAM</translation>
    </message>
    <message>
        <source>Driver figure</source>
        <translation>Zahl des Treibers</translation>
    </message>
    <message>
        <source>Figure of %1</source>
        <translation>Zahl von %1</translation>
    </message>
    <message>
        <source>%1 %2 s old</source>
        <translation>%1 %2 s alt</translation>
    </message>
    <message>
        <source>Does not add up: %1 unaccounted for. %2</source>
        <translation>Geht nicht auf: %1 ungeklärt. %2</translation>
    </message>
    <message>
        <source>Adds up. %1, closure error %2</source>
        <translation>Geht auf. %1, Abweichung %2</translation>
    </message>
    <message>
        <source>%1
The device&apos;s own figure less the sum of the rows: %2</source>
        <translation>%1
Die Zahl des Geräts abzüglich der Summe der Zeilen: %2</translation>
    </message>
    <message>
        <source>Memory snapshot for PyTorch&apos;s memory viewer</source>
        <translation>Speicherabbild für PyTorchs Speicherbetrachter</translation>
    </message>
    <message>
        <source>Memory snapshots (*.pickle)</source>
        <translation>Speicherabbilder (*.pickle)</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ModelChoice</name>
    <message>
        <source>Model to train</source>
        <translation>Modell, das trainiert wird</translation>
    </message>
    <message>
        <source>Presets of this model</source>
        <translation>Voreinstellungen dieses Modells</translation>
    </message>
    <message>
        <source>Sets of values to begin with; Undo takes them back</source>
        <translation>Werte für den Anfang; Zurücknehmen nimmt sie zurück</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Voreinstellungen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ModelsDialog</name>
    <message>
        <source>built in</source>
        <translation>eingebaut</translation>
    </message>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>%1 fetched</source>
        <translation>%1 geladen</translation>
    </message>
    <message>
        <source>not fetched</source>
        <translation>nicht geladen</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Facts about the model</source>
        <translation>Angaben zum Modell</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Cancel download</source>
        <translation>Herunterladen abbrechen</translation>
    </message>
    <message>
        <source>Delete files…</source>
        <translation>Dateien löschen…</translation>
    </message>
    <message>
        <source>Use for text to image</source>
        <translation>Für Text zu Bild verwenden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>A VQGAN paints, a CLIP judges what it sees against the prompts. Nothing is fetched until you ask for it.</source>
        <translation>Ein VQGAN malt, ein CLIP beurteilt das Gesehene nach den Prompts. Nichts wird ungefragt heruntergeladen.</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>A checkpoint or safetensors file of your own: it is looked into, nothing in it is run</source>
        <translation>Ein eigener Checkpoint oder eine eigene safetensors-Datei: sie wird angesehen, nichts darin wird ausgeführt</translation>
    </message>
    <message>
        <source>VQGAN: paints</source>
        <translation>VQGAN: malt</translation>
    </message>
    <message>
        <source>CLIP: judges</source>
        <translation>CLIP: beurteilt</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>SHA-256 published by its makers</source>
        <translation>SHA-256, von den Urhebern veröffentlicht</translation>
    </message>
    <message>
        <source>its makers published no checksum; what the file holds is checked</source>
        <translation>die Urheber haben keine Prüfsumme veröffentlicht; geprüft wird, was die Datei enthält</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Enthält</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>A file of your own.</source>
        <translation>Eine eigene Datei.</translation>
    </message>
    <message>
        <source>One download at a time</source>
        <translation>Nur ein Download zugleich</translation>
    </message>
    <message>
        <source>It has to be fetched first</source>
        <translation>Es muss erst heruntergeladen werden</translation>
    </message>
    <message>
        <source>This file cannot be used</source>
        <translation>Diese Datei ist nicht verwendbar</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>Verbindung zu %1</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>Fetched and checked.</source>
        <translation>Geladen und geprüft.</translation>
    </message>
    <message>
        <source>The download was stopped. What was fetched is kept, and the next try goes on there.</source>
        <translation>Das Herunterladen wurde angehalten. Das Geladene bleibt, und der nächste Versuch macht dort weiter.</translation>
    </message>
    <message>
        <source>Delete files</source>
        <translation>Dateien löschen</translation>
    </message>
    <message>
        <source>Delete %1 from this computer (%2)? It can be fetched again.</source>
        <translation>%1 von diesem Rechner löschen (%2)? Es lässt sich wieder herunterladen.</translation>
    </message>
    <message>
        <source>Weights of a VQGAN or CLIP</source>
        <translation>Gewichte eines VQGAN oder CLIP</translation>
    </message>
    <message>
        <source>Divider between the list of models and the details</source>
        <translation>Teiler zwischen der Liste der Modelle und den Einzelheiten</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Go on: %1</source>
        <translation>Weiter: %1</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>%1 herunterladen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::NotesPage</name>
    <message>
        <source>Tags</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Words to find the run by, with commas between them</source>
        <translation>Wörter, unter denen der Lauf zu finden ist, mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>baseline, keep</source>
        <translation>baseline, behalten</translation>
    </message>
    <message>
        <source>What was tried, what came of it</source>
        <translation>Was versucht wurde, was herauskam</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>Noch nicht gespeichert</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>Nicht gespeichert: %1</translation>
    </message>
</context>
<context>
    <name>headroom::ui::NoticeBar</name>
    <message>
        <source>Close this notice</source>
        <translation>Diesen Hinweis schließen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::OomBanner</name>
    <message>
        <source>Out of memory at %1: nothing that was tried fits, the run stopped</source>
        <translation>Speicher voll bei %1: nichts Versuchtes passt, der Lauf hat angehalten</translation>
    </message>
    <message>
        <source>Out of memory at %1: survived, effective batch still&#xa0;%2</source>
        <translation>Speicher voll bei %1: überstanden, effektiver Batch weiterhin %2</translation>
    </message>
    <message>
        <source>Out of memory at %1: survived, the %2 was repeated</source>
        <translation>Speicher voll bei %1: überstanden, der %2 wurde wiederholt</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Stay with the smaller settings</source>
        <translation>Bei den kleineren Einstellungen bleiben</translation>
    </message>
    <message>
        <source>Undo when it fits</source>
        <translation>Zurück, wenn es passt</translation>
    </message>
    <message>
        <source>The old settings come back at the first %1 with room for %2.</source>
        <translation>Die alten Einstellungen kommen beim ersten %1 zurück, der Platz für %2 hat.</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Waiting for %1</source>
        <translation>Wartet auf %1</translation>
    </message>
</context>
<context>
    <name>headroom::ui::OomCard</name>
    <message>
        <source>, micro-batch %1 of %2,</source>
        <translation>, Micro-Batch %1 von %2,</translation>
    </message>
    <message>
        <source>%1 asked for %2</source>
        <translation>%1 verlangte %2</translation>
    </message>
    <message>
        <source>; %1 were free.</source>
        <translation>; %1 waren frei.</translation>
    </message>
    <message>
        <source> while %1 were held.</source>
        <translation> während %1 belegt waren.</translation>
    </message>
    <message>
        <source>Missing: %1.</source>
        <translation>Es fehlten: %1.</translation>
    </message>
    <message>
        <source>Tensor: %1</source>
        <translation>Tensor: %1</translation>
    </message>
    <message>
        <source>Why now: %1</source>
        <translation>Warum jetzt: %1</translation>
    </message>
    <message>
        <source>Not needed</source>
        <translation>Nicht gebraucht</translation>
    </message>
    <message>
        <source>%1 back</source>
        <translation>%1 zurück</translation>
    </message>
    <message>
        <source>peak %1 to %2</source>
        <translation>Spitze %1 → %2</translation>
    </message>
    <message>
        <source>speed %1</source>
        <translation>Tempo %1</translation>
    </message>
    <message>
        <source>%1 repeated</source>
        <translation>%1 wiederholt</translation>
    </message>
    <message>
        <source>%1 still missing</source>
        <translation>es fehlen noch %1</translation>
    </message>
    <message>
        <source>not enough</source>
        <translation>nicht genug</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>, %1 in all</source>
        <translation>, %1 insgesamt</translation>
    </message>
    <message>
        <source>What was tried, in order</source>
        <translation>Was versucht wurde, der Reihe nach</translation>
    </message>
    <message>
        <source>Same effective batch, one difference: batch norm now sees fewer images per pass.</source>
        <translation>Gleicher effektiver Batch, ein Unterschied: Batch-Norm sieht jetzt weniger Bilder je Durchgang.</translation>
    </message>
    <message>
        <source>Undo needs %1 with the reserve</source>
        <translation>Zurück braucht mit der Reserve %1</translation>
    </message>
    <message>
        <source>; %1 are there. </source>
        <translation>; %1 sind da. </translation>
    </message>
    <message>
        <source>Unanswered: back after %1 calm %2.</source>
        <translation>Ohne Antwort: zurück nach Ruhe, %1 %2.</translation>
    </message>
    <message>
        <source>At the failure</source>
        <translation>Beim Fehler</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Report %1 kept with the run.</source>
        <translation>Bericht %1 liegt beim Lauf.</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Where: %1</source>
        <translation>Wo: %1</translation>
    </message>
</context>
<context>
    <name>headroom::ui::OthersRow</name>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>steady for %1 min</source>
        <translation>seit %1 min gleich</translation>
    </message>
    <message>
        <source>steady for %1 h</source>
        <translation>seit %1 h gleich</translation>
    </message>
    <message>
        <source>Other programs: n/a</source>
        <translation>Andere Programme: k. A.</translation>
    </message>
    <message>
        <source>Lend…</source>
        <translation>Verleihen…</translation>
    </message>
    <message>
        <source>Lend the device to other programs</source>
        <translation>Das Gerät anderen Programmen leihen</translation>
    </message>
    <message>
        <source>Other programs &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>Andere Programme &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Held by other programs on this device.
%1%2</source>
        <translation>Von anderen Programmen auf diesem Gerät belegt.
%1%2</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>The run is being prepared or stopped</source>
        <translation>Der Lauf wird vorbereitet oder angehalten</translation>
    </message>
    <message>
        <source>Takes the device back and goes on</source>
        <translation>Holt das Gerät zurück und macht weiter</translation>
    </message>
    <message>
        <source>Parks the model in RAM and gives the device to other programs until you resume</source>
        <translation>Parkt das Modell im RAM und überlässt das Gerät anderen Programmen, bis fortgesetzt wird</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ParamEditor</name>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Descriptions (*.yaml *.yml)</source>
        <translation>Beschreibungen (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Choose the file: %1</source>
        <translation>Datei wählen: %1</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>Add another file…</source>
        <translation>Weitere Datei hinzufügen…</translation>
    </message>
    <message>
        <source>No picture</source>
        <translation>Kein Bild</translation>
    </message>
    <message>
        <source>None: the built-in one</source>
        <translation>Keine: die eingebaute</translation>
    </message>
    <message>
        <source>Choose a folder of pictures</source>
        <translation>Ordner mit Bildern wählen</translation>
    </message>
    <message>
        <source>Choose the data</source>
        <translation>Daten wählen</translation>
    </message>
    <message>
        <source>Built-in shapes</source>
        <translation>Eingebaute Formen</translation>
    </message>
    <message>
        <source>Folder of pictures…</source>
        <translation>Ordner mit Bildern…</translation>
    </message>
    <message>
        <source>Look at the data set…</source>
        <translation>Datensatz ansehen…</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ParamEdits</name>
    <message>
        <source>another window</source>
        <translation>ein anderes Fenster</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 %2 to %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>Autopilot</source>
        <translation>Autopilot</translation>
    </message>
    <message>
        <source>settings of the run</source>
        <translation>Einstellungen des Laufs</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ParamForm</name>
    <message>
        <source>Effective batch</source>
        <translation>Effektiver Batch</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>Images per optimiser step: micro-batch times accumulation. The mathematics of the run follow this number.</source>
        <translation>Bilder je Optimiererschritt: Micro-Batch mal Akkumulation. Die Mathematik des Laufs folgt dieser Zahl.</translation>
    </message>
    <message>
        <source>No setting has this word in its name or help.</source>
        <translation>Keine Einstellung hat dieses Wort in Name oder Hilfe.</translation>
    </message>
    <message>
        <source>Fixed for this run: it needs a new run.</source>
        <translation>Für diesen Lauf festgelegt: braucht einen neuen Lauf.</translation>
    </message>
    <message>
        <source>forecasting</source>
        <translation>Prognose läuft</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>wird gemessen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ParamGroup</name>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ParamRowView</name>
    <message>
        <source>the ladder</source>
        <translation>die Leiter</translation>
    </message>
    <message>
        <source>Set by %1, was %2</source>
        <translation>Gesetzt durch %1, war %2</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>%1 of the recipe, called “%2”, is to be chosen.</source>
        <translation>%1 des Rezepts, „%2“: noch zu wählen.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PartChooser</name>
    <message>
        <source>Part to look at</source>
        <translation>Teil zum Ansehen</translation>
    </message>
    <message>
        <source>Arrow keys move it</source>
        <translation>Pfeiltasten bewegen ihn</translation>
    </message>
    <message>
        <source>Click where to look; arrow keys move the frame</source>
        <translation>Klicken, wohin geschaut wird; Pfeiltasten bewegen den Rahmen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PathDrop</name>
    <message>
        <source>That is several things; drop one of them.</source>
        <translation>Das sind mehrere Dinge; eines davon ablegen.</translation>
    </message>
    <message>
        <source>That is an address, and Headroom fetches nothing. Save it as a file first and drop that.</source>
        <translation>Das ist eine Adresse, und Headroom holt nichts aus dem Netz. Es zuerst als Datei speichern und diese ablegen.</translation>
    </message>
    <message>
        <source>%1 is a folder; drop a file here.</source>
        <translation>%1 ist ein Ordner; hier eine Datei ablegen.</translation>
    </message>
    <message>
        <source>%1 is a file; drop a folder here.</source>
        <translation>%1 ist eine Datei; hier einen Ordner ablegen.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PeakList</name>
    <message>
        <source>Alive at the peak of %1</source>
        <translation>Am Leben an der Spitze von %1</translation>
    </message>
    <message>
        <source>Alive at %1 ms of %2</source>
        <translation>Am Leben nach %1 ms von %2</translation>
    </message>
    <message>
        <source>%1 in %2 tensors</source>
        <translation>%1 in %2 Tensoren</translation>
    </message>
    <message>
        <source>The engine named no tensors for this %1.</source>
        <translation>Die Engine hat für diesen %1 keine Tensoren benannt.</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PicturePage</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Painted picture</source>
        <translation>Gemaltes Bild</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Show the pixels as squares instead of smoothly</source>
        <translation>Die Pixel als Quadrate statt geglättet zeigen</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Bild speichern…</translation>
    </message>
    <message>
        <source>Iteration %1</source>
        <translation>Durchlauf %1</translation>
    </message>
    <message>
        <source>Compare with start</source>
        <translation>Neben dem Start</translation>
    </message>
    <message>
        <source>Full screen; Esc ends it</source>
        <translation>Vollbild; Esc beendet es</translation>
    </message>
    <message>
        <source>Enlarge this picture…</source>
        <translation>Dieses Bild vergrößern…</translation>
    </message>
    <message>
        <source>Write the picture shown as PNG; kept ones hold the run&apos;s settings</source>
        <translation>Das gezeigte Bild als PNG schreiben; behaltene enthalten die Einstellungen des Laufs</translation>
    </message>
    <message>
        <source>Start, %1</source>
        <translation>Start, %1</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>%1 px</source>
        <translation>%1 px</translation>
    </message>
    <message>
        <source>Iteration %1, as its start, %2, cannot be shown. %3</source>
        <translation>Durchlauf %1, da sein Start, %2, nicht gezeigt werden kann. %3</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PicturePane</name>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PicturePanel</name>
    <message>
        <source>Kept pictures</source>
        <translation>Behaltene Bilder</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Cutouts</source>
        <translation>Ausschnitte</translation>
    </message>
    <message>
        <source>History grid</source>
        <translation>Verlaufsraster</translation>
    </message>
    <message>
        <source>The iteration&apos;s own decode, up to 5 a second: no extra memory</source>
        <translation>Das im Durchlauf decodierte Bild, bis zu 5 pro Sekunde: kein weiterer Speicher</translation>
    </message>
    <message>
        <source>%1 px</source>
        <translation>%1 px</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Bereitet vor</translation>
    </message>
    <message>
        <source>The picture could not be painted</source>
        <translation>Das Bild ließ sich nicht malen</translation>
    </message>
    <message>
        <source>The picture starts from noise</source>
        <translation>Das Bild beginnt mit Rauschen</translation>
    </message>
    <message>
        <source>The picture starts from the best match of the built-in library</source>
        <translation>Das Bild beginnt mit dem passendsten der eingebauten Sammlung</translation>
    </message>
    <message>
        <source>The picture starts from a gradient</source>
        <translation>Das Bild beginnt mit einem Verlauf</translation>
    </message>
    <message>
        <source>The picture starts from %1</source>
        <translation>Das Bild beginnt mit %1</translation>
    </message>
    <message>
        <source>Each picture of a folder is painted on in turn</source>
        <translation>Auf jedem Bild eines Ordners wird der Reihe nach gemalt</translation>
    </message>
    <message>
        <source>The pictures of %1 are painted on in turn</source>
        <translation>Auf den Bildern von %1 wird der Reihe nach gemalt</translation>
    </message>
    <message>
        <source>%1. Write what to paint at the left, then Start.</source>
        <translation>%1. Links schreiben, was gemalt werden soll, dann Start.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PictureStore</name>
    <message>
        <source>The picture takes %1 of memory, and none that takes more than %2 is read.</source>
        <translation>Das Bild braucht %1 Speicher, und keines, das mehr als %2 braucht, wird gelesen.</translation>
    </message>
    <message>
        <source>Allow more in the menu View, Memory for pictures.</source>
        <translation>Mehr erlauben: Menü Ansicht, Speicher für Bilder.</translation>
    </message>
    <message>
        <source>Make it smaller with another program.</source>
        <translation>Mit einem anderen Programm verkleinern.</translation>
    </message>
    <message>
        <source>%1 is missing or damaged.</source>
        <translation>%1 fehlt oder ist beschädigt.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PlotPanel</name>
    <message>
        <source>What stands along the x axis</source>
        <translation>Was auf der x-Achse steht</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.png *.pdf)</source>
        <translation>Bilder (*.svg *.png *.pdf)</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PresetDesk</name>
    <message>
        <source>Save as preset</source>
        <translation>Als Voreinstellung speichern</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>Name der Voreinstellung</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Voreinstellungen</translation>
    </message>
    <message>
        <source>For a memory size</source>
        <translation>Für eine Speichergröße</translation>
    </message>
    <message>
        <source>Have Make it fit find settings for it, from those of the form</source>
        <translation>Passend machen sucht Einstellungen dafür, ausgehend von denen des Formulars</translation>
    </message>
    <message>
        <source>CPU, automatic budget</source>
        <translation>CPU, automatisches Budget</translation>
    </message>
    <message>
        <source>%1 GB card</source>
        <translation>Karte mit %1 GB</translation>
    </message>
    <message>
        <source>A preset of yours; what differs is shown first</source>
        <translation>Eine eigene Voreinstellung; was abweicht, wird zuerst gezeigt</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>Als Voreinstellung speichern…</translation>
    </message>
    <message>
        <source>Open a recipe…</source>
        <translation>Rezept öffnen…</translation>
    </message>
    <message>
        <source>Manage presets…</source>
        <translation>Voreinstellungen verwalten…</translation>
    </message>
    <message>
        <source>There is a preset called %1. Replace it?</source>
        <translation>Eine Voreinstellung namens %1 gibt es schon. Ersetzen?</translation>
    </message>
    <message>
        <source>Open a recipe</source>
        <translation>Rezept öffnen</translation>
    </message>
    <message>
        <source>Settings (*.json *.headroom-recipe);;All files (*)</source>
        <translation>Einstellungen (*.json *.headroom-recipe);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PresetsDialog</name>
    <message>
        <source>Use…</source>
        <translation>Verwenden…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Share as recipe…</source>
        <translation>Als Rezept weitergeben…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Voreinstellungen</translation>
    </message>
    <message>
        <source>Your own presets. Each is a recipe: a file with all settings.</source>
        <translation>Eigene Voreinstellungen. Jede ist ein Rezept: eine Datei mit allen Einstellungen.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>What it makes</source>
        <translation>Was sie macht</translation>
    </message>
    <message>
        <source>No presets of your own yet</source>
        <translation>Noch keine eigenen Voreinstellungen</translation>
    </message>
    <message>
        <source>Save as preset, in the menu Presets of the form, keeps its settings.</source>
        <translation>Als Voreinstellung speichern, im Menü Voreinstellungen des Formulars, behält dessen Einstellungen.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Share as recipe</source>
        <translation>Als Rezept weitergeben</translation>
    </message>
    <message>
        <source>Recipes (*.headroom-recipe *.json)</source>
        <translation>Rezepte (*.headroom-recipe *.json)</translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>No preset is chosen</source>
        <translation>Keine Voreinstellung ist gewählt</translation>
    </message>
    <message>
        <source>Delete the preset %1?</source>
        <translation>Die Voreinstellung %1 löschen?</translation>
    </message>
    <message>
        <source>The change before is being written</source>
        <translation>Die vorige Änderung wird noch geschrieben</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PromptList</name>
    <message>
        <source>similarity now</source>
        <translation>Ähnlichkeit jetzt</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Another prompt in words</source>
        <translation>Ein weiterer Prompt in Worten</translation>
    </message>
    <message>
        <source>A picture whose content the painted one shall resemble</source>
        <translation>Ein Bild, dessen Inhalt das gemalte ähneln soll</translation>
    </message>
    <message>
        <source>Noise: a random direction</source>
        <translation>Rauschen: eine zufällige Richtung</translation>
    </message>
    <message>
        <source>More kinds of prompts</source>
        <translation>Weitere Arten von Prompts</translation>
    </message>
    <message>
        <source>Forget what was changed in the prompts and not yet applied (Esc in a field)</source>
        <translation>Vergessen, was an den Prompts geändert und noch nicht angewandt wurde (Esc in einem Feld)</translation>
    </message>
    <message>
        <source>Phrase %1 of %2</source>
        <translation>Satz %1 von %2</translation>
    </message>
    <message>
        <source>%1, for %2 iterations</source>
        <translation>%1, für %2 Durchläufe</translation>
    </message>
    <message>
        <source>%1, painted throughout</source>
        <translation>%1, die ganze Zeit gemalt</translation>
    </message>
    <message>
        <source>%1, not reached: Story pace is 0</source>
        <translation>%1, nicht erreicht: das Erzähltempo ist 0</translation>
    </message>
    <message>
        <source>The phrases of a story hold one after the other. Story pace, under Advanced, says for how many iterations each.</source>
        <translation>Die Sätze einer Geschichte gelten nacheinander. Erzähltempo, unter Erweitert, sagt, für wie viele Durchläufe jeder.</translation>
    </message>
    <message>
        <source>apply next iteration</source>
        <translation>ab nächstem Durchlauf</translation>
    </message>
    <message>
        <source>Staged, %1 taken out</source>
        <translation>Vorgemerkt, %1 herausgenommen</translation>
    </message>
    <message>
        <source>Staged</source>
        <translation>Vorgemerkt</translation>
    </message>
    <message>
        <source>Pending: waits for the iteration</source>
        <translation>Ausstehend: wartet auf den Durchlauf</translation>
    </message>
    <message>
        <source>Choose a picture to resemble</source>
        <translation>Bild wählen, dem es ähneln soll</translation>
    </message>
    <message>
        <source>Stop value</source>
        <translation>Stoppwert</translation>
    </message>
    <message>
        <source>Distance below which this prompt pulls no more, such as 0.6.
Empty: it always pulls.</source>
        <translation>Abstand, unter dem dieser Prompt nicht mehr zieht, etwa 0,6.
Leer: er zieht immer.</translation>
    </message>
    <message>
        <source>Stop value: “%1” is not a number</source>
        <translation>Stoppwert: „%1“ ist keine Zahl</translation>
    </message>
</context>
<context>
    <name>headroom::ui::PromptRow</name>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Words of the prompt</source>
        <translation>Worte des Prompts</translation>
    </message>
    <message>
        <source>Enter takes the words over, Esc takes them back. | parts prompts, ^ the phrases of a story; with them numbers may follow: words:weight:stop.</source>
        <translation>Enter übernimmt die Worte, Esc nimmt sie zurück. | trennt Prompts, ^ die Sätze einer Geschichte; mit ihnen können Zahlen folgen: Worte:Gewicht:Stopp.</translation>
    </message>
    <message>
        <source>More about this prompt</source>
        <translation>Mehr zu diesem Prompt</translation>
    </message>
    <message>
        <source>Off: the prompt is kept, but nothing looks for it.</source>
        <translation>Aus: der Prompt bleibt, aber nichts achtet auf ihn.</translation>
    </message>
    <message>
        <source>What to paint</source>
        <translation>Was gemalt werden soll</translation>
    </message>
    <message>
        <source>How much this prompt counts. Below 0 the picture is pushed away from it. Wider values than the slider&apos;s by typing.</source>
        <translation>Wie viel dieser Prompt zählt. Unter 0 wird das Bild von ihm weggeschoben. Größere Werte, als der Regler hat, durch Tippen.</translation>
    </message>
    <message>
        <source>Edit the words</source>
        <translation>Worte bearbeiten</translation>
    </message>
    <message>
        <source>Choose another picture…</source>
        <translation>Anderes Bild wählen…</translation>
    </message>
    <message>
        <source>Stop value…</source>
        <translation>Stoppwert…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>A phrase of its own</source>
        <translation>Ein eigener Satz</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>A picture to resemble</source>
        <translation>Ein Bild, dem es ähneln soll</translation>
    </message>
    <message>
        <source>A random direction, from this seed</source>
        <translation>Eine zufällige Richtung, aus diesem Seed</translation>
    </message>
    <message>
        <source>%1 is not there</source>
        <translation>%1 ist nicht da</translation>
    </message>
    <message>
        <source>no pull once the distance is below %1</source>
        <translation>zieht nicht mehr, wenn der Abstand unter %1 ist</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>Neuer Prompt</translation>
    </message>
    <message>
        <source>Look for: %1</source>
        <translation>Darauf achten: %1</translation>
    </message>
    <message>
        <source>Weight of: %1</source>
        <translation>Gewicht von: %1</translation>
    </message>
    <message>
        <source>Similarity of the cutouts and this prompt: cosine of CLIP&apos;s features, mean of this iteration. Higher is closer.</source>
        <translation>Ähnlichkeit der Ausschnitte mit diesem Prompt: Kosinus von CLIPs Merkmalen, Mittel dieses Durchlaufs. Höher ist näher.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::QueueModel</name>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>Wird geprüft</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1, took %2</source>
        <translation>%1, dauerte %2</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>ab %1</translation>
    </message>
    <message>
        <source>added %1</source>
        <translation>hinzugefügt %1</translation>
    </message>
    <message>
        <source>%1 of %2 (%3)</source>
        <translation>%1 von %2 (%3)</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>How it goes</source>
        <translation>Wie es geht</translation>
    </message>
    <message>
        <source>HH:mm</source>
        <translation>HH:mm</translation>
    </message>
    <message>
        <source>d MMM, HH:mm</source>
        <translation>d. MMM, HH:mm</translation>
    </message>
</context>
<context>
    <name>headroom::ui::QueueNotices</name>
    <message numerus="yes">
        <source>%Ln run(s) wait in the queue</source>
        <translation>
            <numerusform>%Ln Lauf wartet in der Warteschlange</numerusform>
            <numerusform>%Ln Läufe warten in der Warteschlange</numerusform>
        </translation>
    </message>
    <message>
        <source>They start one after another, also when this window is closed.</source>
        <translation>Sie starten nacheinander, auch wenn dieses Fenster geschlossen ist.</translation>
    </message>
    <message>
        <source>Runs that wait stay in the queue; Start the queue lets them go on.</source>
        <translation>Wartende Läufe bleiben in der Warteschlange; Abarbeiten lässt sie weitergehen.</translation>
    </message>
    <message>
        <source>Queue %1 waiting</source>
        <translation>Warteschlange %1 wartend</translation>
    </message>
</context>
<context>
    <name>headroom::ui::QueuePanel</name>
    <message>
        <source>What happens to a run that is too big</source>
        <translation>Was mit einem Lauf geschieht, der zu groß ist</translation>
    </message>
    <message>
        <source>Add this run</source>
        <translation>Diesen Lauf hinzufügen</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Show and steer it in this window</source>
        <translation>In diesem Fenster zeigen und steuern</translation>
    </message>
    <message>
        <source>Show in Runs</source>
        <translation>Unter Läufe zeigen</translation>
    </message>
    <message>
        <source>Its checkpoints, samples and curves</source>
        <translation>Seine Checkpoints, Samples und Kurven</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Its turn comes earlier</source>
        <translation>Kommt früher an die Reihe</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Its turn comes later</source>
        <translation>Kommt später an die Reihe</translation>
    </message>
    <message>
        <source>Start at…</source>
        <translation>Starten um…</translation>
    </message>
    <message>
        <source>Not before a time of your choice</source>
        <translation>Nicht vor einer gewählten Zeit</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>It waits again, at the end; where it has a checkpoint it goes on from it</source>
        <translation>Wartet noch einmal, am Ende; mit einem Checkpoint geht es von dort weiter</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Another one like it, at the end</source>
        <translation>Noch einer wie dieser, am Ende</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Takes it out of the queue; one that runs is stopped with a checkpoint first, and its folder stays</source>
        <translation>Nimmt ihn aus der Warteschlange; ein laufender wird zuvor mit Checkpoint angehalten, und sein Ordner bleibt</translation>
    </message>
    <message>
        <source>Work through it</source>
        <translation>Abarbeiten</translation>
    </message>
    <message>
        <source>Starts the runs one after another</source>
        <translation>Startet die Läufe nacheinander</translation>
    </message>
    <message>
        <source>A paused queue starts nothing further; what runs goes on</source>
        <translation>Eine pausierte Warteschlange startet nichts weiter; was läuft, geht weiter</translation>
    </message>
    <message>
        <source>Stop after this one</source>
        <translation>Nach diesem anhalten</translation>
    </message>
    <message>
        <source>What runs is the last one until you start the queue again</source>
        <translation>Was läuft, ist der letzte, bis die Warteschlange wieder gestartet wird</translation>
    </message>
    <message>
        <source>Add several…</source>
        <translation>Mehrere hinzufügen…</translation>
    </message>
    <message>
        <source>Runs that differ in some settings, one for each combination</source>
        <translation>Läufe, die sich in einigen Einstellungen unterscheiden, einer je Kombination</translation>
    </message>
    <message>
        <source>Clear what has ended</source>
        <translation>Beendetes entfernen</translation>
    </message>
    <message>
        <source>Forgets it here; runs and their folders stay</source>
        <translation>Wird hier vergessen; Läufe und ihre Ordner bleiben</translation>
    </message>
    <message>
        <source>Clear what waits, too</source>
        <translation>Auch Wartendes entfernen</translation>
    </message>
    <message>
        <source>Only what runs stays; runs and their folders stay</source>
        <translation>Nur was läuft, bleibt; Läufe und ihre Ordner bleiben</translation>
    </message>
    <message>
        <source>If too big: wait for room</source>
        <translation>Wenn zu groß: auf Platz warten</translation>
    </message>
    <message>
        <source>If too big: make it fit</source>
        <translation>Wenn zu groß: passend machen</translation>
    </message>
    <message>
        <source>If too big: mark as failed</source>
        <translation>Wenn zu groß: als fehlgeschlagen vermerken</translation>
    </message>
    <message>
        <source>What happens to this run if it does not fit when its turn comes</source>
        <translation>Was mit diesem Lauf geschieht, wenn er nicht passt, sobald er an der Reihe ist</translation>
    </message>
    <message>
        <source>Too big: wait for room</source>
        <translation>Zu groß: auf Platz warten</translation>
    </message>
    <message>
        <source>Too big: make it fit</source>
        <translation>Zu groß: passend machen</translation>
    </message>
    <message>
        <source>Too big: mark as failed</source>
        <translation>Zu groß: fehlgeschlagen</translation>
    </message>
    <message>
        <source>For runs that are added from now on. When the turn of one comes and its forecast does not fit the device: those behind it go first until there is room; or it takes the best plan of Make it fit that keeps its result; or it is marked as failed.</source>
        <translation>Für Läufe, die ab jetzt hinzukommen. Ist einer an der Reihe und passt seine Prognose nicht auf das Gerät: die hinter ihm gehen vor, bis Platz ist; oder er nimmt den besten Plan von Passend machen mit gleichem Ergebnis; oder er gilt als fehlgeschlagen.</translation>
    </message>
    <message>
        <source>More commands of the queue</source>
        <translation>Weitere Befehle der Warteschlange</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>The queue is empty</source>
        <translation>Die Warteschlange ist leer</translation>
    </message>
    <message>
        <source>There is no queue here</source>
        <translation>Hier gibt es keine Warteschlange</translation>
    </message>
    <message>
        <source>Runs that are added wait here in order and start one after another, also when this window is closed; one that fails does not stop the rest.</source>
        <translation>Hinzugefügte Läufe warten hier der Reihe nach und starten nacheinander, auch wenn dieses Fenster geschlossen ist; schlägt einer fehl, gehen die anderen weiter.</translation>
    </message>
    <message>
        <source>Paused: nothing further is started</source>
        <translation>Pausiert: nichts weiter wird gestartet</translation>
    </message>
    <message>
        <source>Stops after the run that goes on</source>
        <translation>Hält nach dem laufenden Lauf an</translation>
    </message>
    <message>
        <source>Nobody works through it yet</source>
        <translation>Noch arbeitet sie niemand ab</translation>
    </message>
    <message>
        <source>%1
Worked through on: %2</source>
        <translation>%1
Wird abgearbeitet auf: %2</translation>
    </message>
    <message>
        <source>Choose a run of the queue first</source>
        <translation>Erst einen Lauf der Warteschlange wählen</translation>
    </message>
    <message>
        <source>It does not wait</source>
        <translation>Er wartet nicht</translation>
    </message>
    <message>
        <source>It is the next one</source>
        <translation>Er ist der nächste</translation>
    </message>
    <message>
        <source>It is the last one</source>
        <translation>Er ist der letzte</translation>
    </message>
    <message>
        <source>Only what failed or was stopped can be tried again</source>
        <translation>Nur was fehlschlug oder angehalten wurde, lässt sich wiederholen</translation>
    </message>
    <message>
        <source>It has not begun: there is nothing to show yet</source>
        <translation>Er hat nicht begonnen: es gibt noch nichts zu zeigen</translation>
    </message>
    <message>
        <source>It does not run now</source>
        <translation>Er läuft jetzt nicht</translation>
    </message>
    <message>
        <source>Nothing waits</source>
        <translation>Nichts wartet</translation>
    </message>
    <message>
        <source>It is worked through already</source>
        <translation>Wird schon abgearbeitet</translation>
    </message>
    <message>
        <source>The queue is paused</source>
        <translation>Die Warteschlange ist pausiert</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Nothing has ended</source>
        <translation>Nichts ist zu Ende</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RankList</name>
    <message>
        <source>Processes that share the run</source>
        <translation>Prozesse, die sich den Lauf teilen</translation>
    </message>
    <message>
        <source>The one with the least to spare is first. Bar, figure and ledger show the chosen one.</source>
        <translation>Oben steht, wer am wenigsten übrig hat. Balken, Zahl und Aufstellung zeigen den gewählten.</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Peak, %1</source>
        <translation>Spitze, %1</translation>
    </message>
    <message>
        <source>To spare</source>
        <translation>Übrig</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Rank %1 on %2, %3: peak %4 of %5 budget</source>
        <translation>Rang %1 auf %2, %3: Spitze %4 von %5 Budget</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RealPage</name>
    <message>
        <source>No real images yet</source>
        <translation>Noch keine echten Bilder</translation>
    </message>
    <message>
        <source>Real images</source>
        <translation>Echte Bilder</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Reading the real images</source>
        <translation>Die echten Bilder werden gelesen</translation>
    </message>
    <message>
        <source>The pictures of the data set appear here as training sees them.</source>
        <translation>Die Bilder des Datensatzes erscheinen hier, wie das Training sie sieht.</translation>
    </message>
    <message>
        <source>They appear here once a data set is chosen and can be read.</source>
        <translation>Sie erscheinen hier, sobald ein Datensatz gewählt und lesbar ist.</translation>
    </message>
    <message>
        <source>The data set cannot be read</source>
        <translation>Der Datensatz ist nicht lesbar</translation>
    </message>
    <message>
        <source>Images %1–%2 of %3</source>
        <translation>Bilder %1–%2 von %3</translation>
    </message>
    <message>
        <source>Images %1–%2</source>
        <translation>Bilder %1–%2</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RecentRunRow</name>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Continue %1</source>
        <translation>%1 fortsetzen</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Attach to %1</source>
        <translation>Mit %1 verbinden</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunCompare</name>
    <message>
        <source>Check two or more runs</source>
        <translation>Zwei oder mehr Läufe ankreuzen</translation>
    </message>
    <message>
        <source>Their curves, memory and settings are laid side by side here.</source>
        <translation>Ihre Kurven, Speicher und Einstellungen stehen dann hier nebeneinander.</translation>
    </message>
    <message>
        <source>Logarithmic scale</source>
        <translation>Logarithmische Skala</translation>
    </message>
    <message>
        <source>Save the comparison: curves or figures</source>
        <translation>Den Vergleich speichern: Kurven oder Zahlen</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>Abweichende Einstellungen</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Smoothing of the curves</source>
        <translation>Glättung der Kurven</translation>
    </message>
    <message>
        <source>Weight of the past in the curves, 0 to 0.99</source>
        <translation>Gewicht des Vergangenen in den Kurven, 0 bis 0,99</translation>
    </message>
    <message>
        <source>One run; check another to compare</source>
        <translation>Ein Lauf; zum Vergleich einen weiteren ankreuzen</translation>
    </message>
    <message numerus="yes">
        <source>Compare %Ln run(s)</source>
        <translation>
            <numerusform>%Ln Lauf vergleichen</numerusform>
            <numerusform>%Ln Läufe vergleichen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (memory only)</source>
        <translation>%1 (nur Speicher)</translation>
    </message>
    <message>
        <source>%1, and below it the peak memory in %2</source>
        <translation>%1, darunter die Speicherspitze in %2</translation>
    </message>
    <message>
        <source>k images</source>
        <translation>Tsd. Bilder</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>Minuten</translation>
    </message>
    <message numerus="yes">
        <source>Curves of %Ln run(s)</source>
        <translation>
            <numerusform>Kurven von %Ln Lauf</numerusform>
            <numerusform>Kurven von %Ln Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>Vergleich speichern</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.png *.pdf);;Figures of all steps (*.csv)</source>
        <translation>Bilder (*.svg *.png *.pdf);;Zahlen aller Schritte (*.csv)</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) could not be read</source>
        <translation>
            <numerusform>%Ln Lauf konnte nicht gelesen werden</numerusform>
            <numerusform>%Ln Läufe konnten nicht gelesen werden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) could not be read</source>
        <translation>
            <numerusform>%Ln Bild konnte nicht gelesen werden</numerusform>
            <numerusform>%Ln Bilder konnten nicht gelesen werden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunDetails</name>
    <message>
        <source>No run chosen</source>
        <translation>Kein Lauf gewählt</translation>
    </message>
    <message>
        <source>Choose a run above.</source>
        <translation>Oben einen Lauf wählen.</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Newest samples</source>
        <translation>Neueste Samples</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Write weights</source>
        <translation>Gewichte schreiben</translation>
    </message>
    <message>
        <source>Checkpoints of %1</source>
        <translation>Checkpoints von %1</translation>
    </message>
    <message>
        <source>Recovery</source>
        <translation>Rettung</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunHeader</name>
    <message>
        <source>Process of its own</source>
        <translation>Eigener Prozess</translation>
    </message>
    <message>
        <source>Run in a process of its own</source>
        <translation>In einem eigenen Prozess ausführen</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Processes that share the run</source>
        <translation>Prozesse, die sich den Lauf teilen</translation>
    </message>
    <message>
        <source>So many processes of this machine share the run, with one graphics card each where there are several. More than one means processes of their own.</source>
        <translation>So viele Prozesse dieses Rechners teilen sich den Lauf, mit je einer Grafikkarte, wo es mehrere gibt. Mehr als einer bedeutet eigene Prozesse.</translation>
    </message>
    <message>
        <source>Several processes are always processes of their own</source>
        <translation>Mehrere Prozesse sind immer eigene Prozesse</translation>
    </message>
    <message>
        <source>The run goes on when this window is closed or crashes, and the card is free to the last byte when it ends. The window attaches to it at once.</source>
        <translation>Der Lauf geht weiter, wenn dieses Fenster geschlossen wird oder abstürzt, und die Karte ist bis aufs letzte Byte frei, wenn er endet. Das Fenster verbindet sich sofort mit ihm.</translation>
    </message>
    <message>
        <source>Stopping after this %1</source>
        <translation>Hält nach diesem %1 an</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>nicht gestartet</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Stop and save</source>
        <translation>Anhalten und speichern</translation>
    </message>
    <message>
        <source>More commands of the run</source>
        <translation>Weitere Befehle des Laufs</translation>
    </message>
    <message>
        <source>Make it fit…</source>
        <translation>Passend machen…</translation>
    </message>
    <message>
        <source>%1 px</source>
        <translation>%1 px</translation>
    </message>
    <message>
        <source>Shapes (built-in)</source>
        <translation>Formen (eingebaut)</translation>
    </message>
    <message>
        <source>No data set chosen</source>
        <translation>Kein Datensatz gewählt</translation>
    </message>
    <message>
        <source>Folder “%1”</source>
        <translation>Ordner „%1“</translation>
    </message>
    <message>
        <source>%1, %2 images</source>
        <translation>%1, %2 Bilder</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Picture %1 of %2, %3 of %4</source>
        <translation>Bild %1 von %2, %3 von %4</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 elapsed</source>
        <translation>%1 vergangen</translation>
    </message>
    <message>
        <source>Detach</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>Show this window&apos;s own settings again; the run goes on in its process</source>
        <translation>Wieder die eigenen Einstellungen dieses Fensters zeigen; der Lauf geht in seinem Prozess weiter</translation>
    </message>
    <message numerus="yes">
        <source>, %Ln window(s) and terminals watch it</source>
        <translation>
            <numerusform>, %Ln Fenster oder Terminal sieht zu</numerusform>
            <numerusform>, %Ln Fenster und Terminals sehen zu</numerusform>
        </translation>
    </message>
    <message>
        <source>%1
%2
Closing this window leaves the run as it is.</source>
        <translation>%1
%2
Das Schließen dieses Fensters lässt den Lauf, wie er ist.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunNotices</name>
    <message>
        <source>The memory snapshot was written</source>
        <translation>Das Speicherabbild wurde geschrieben</translation>
    </message>
    <message>
        <source>%1, for pytorch.org/memory_viz; nothing is uploaded there</source>
        <translation>%1, für pytorch.org/memory_viz; nichts wird dort hochgeladen</translation>
    </message>
    <message>
        <source>The run ended at %1: %2</source>
        <translation>Der Lauf endete bei %1: %2</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Attach again</source>
        <translation>Wieder verbinden</translation>
    </message>
    <message>
        <source>Restart from %1</source>
        <translation>Neu ab %1</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunPanel</name>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Ctrl F</source>
        <translation>Strg F</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunStarts</name>
    <message>
        <source>Choose a run folder</source>
        <translation>Ordner eines Laufs wählen</translation>
    </message>
    <message>
        <source>Choose the archive of a run</source>
        <translation>Archiv eines Laufs wählen</translation>
    </message>
    <message>
        <source>Archives of runs (*.zip *.headroom-run)</source>
        <translation>Archive von Läufen (*.zip *.headroom-run)</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>Every file is checked.</source>
        <translation>Jede Datei wird geprüft.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>%1 is a run of yours now</source>
        <translation>%1 ist jetzt ein eigener Lauf</translation>
    </message>
    <message>
        <source>Continue goes on from its newest checkpoint.</source>
        <translation>Fortsetzen macht von seinem neuesten Checkpoint weiter.</translation>
    </message>
    <message>
        <source>A run of another model is going; stop it first</source>
        <translation>Ein Lauf eines anderen Modells ist im Gang; erst anhalten</translation>
    </message>
    <message>
        <source>The settings of %1 are not used</source>
        <translation>Die Einstellungen von %1 werden nicht verwendet</translation>
    </message>
    <message>
        <source>The settings of %1 are those of the form</source>
        <translation>Die Einstellungen von %1 sind die des Formulars</translation>
    </message>
    <message>
        <source>Nothing differs.</source>
        <translation>Nichts weicht ab.</translation>
    </message>
    <message>
        <source>The settings are not used</source>
        <translation>Die Einstellungen werden nicht verwendet</translation>
    </message>
    <message>
        <source>Fixed for the run that is going: %1</source>
        <translation>Für den laufenden Lauf festgelegt: %1</translation>
    </message>
    <message>
        <source>Stop the run first; a new one can have it.</source>
        <translation>Erst den Lauf anhalten; ein neuer kann es haben.</translation>
    </message>
    <message>
        <source>It is fixed for the run that is going; stop the run first</source>
        <translation>Es ist für den laufenden Lauf festgelegt; diesen zuerst anhalten</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunWord</name>
    <message>
        <source>When a run has finished</source>
        <translation>Wenn ein Lauf fertig ist</translation>
    </message>
    <message>
        <source>When a run has failed</source>
        <translation>Wenn ein Lauf fehlgeschlagen ist</translation>
    </message>
    <message>
        <source>When a run has survived an out-of-memory error</source>
        <translation>Wenn ein Lauf einen vollen Speicher überstanden hat</translation>
    </message>
    <message>
        <source>When a run waits for the disk</source>
        <translation>Wenn ein Lauf auf das Laufwerk wartet</translation>
    </message>
    <message>
        <source>Progress in the task bar</source>
        <translation>Fortschritt in der Taskleiste</translation>
    </message>
    <message>
        <source>With sound</source>
        <translation>Mit Ton</translation>
    </message>
    <message>
        <source>%1 has finished</source>
        <translation>%1 ist fertig</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>The run goes on with smaller settings; the window asks whether they stay.</source>
        <translation>Der Lauf geht mit kleineren Einstellungen weiter; das Fenster fragt, ob sie bleiben.</translation>
    </message>
    <message>
        <source>%1 has survived an out-of-memory error</source>
        <translation>%1 hat einen vollen Speicher überstanden</translation>
    </message>
    <message>
        <source>%1 waits for the disk</source>
        <translation>%1 wartet auf das Laufwerk</translation>
    </message>
    <message>
        <source>Trouble with %1</source>
        <translation>Schwierigkeiten mit %1</translation>
    </message>
    <message>
        <source>%1 has failed</source>
        <translation>%1 ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>The run</source>
        <translation>Der Lauf</translation>
    </message>
    <message>
        <source>The run goes on, with smaller settings where that was needed.</source>
        <translation>Der Lauf geht weiter, wo nötig mit kleineren Einstellungen.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunsModel</name>
    <message>
        <source>%1
%2, %3 of %4 budget</source>
        <translation>%1
%2, %3 von %4 Budget</translation>
    </message>
    <message>
        <source>No checkpoint of this run has a score</source>
        <translation>Kein Checkpoint dieses Laufs hat einen Wert</translation>
    </message>
    <message>
        <source>Peak of its process in the newest %1: %2</source>
        <translation>Spitze seines Prozesses im neuesten %1: %2</translation>
    </message>
    <message>
        <source>Most that the process held in any step: %1</source>
        <translation>Das Meiste, was der Prozess je belegt hat: %1</translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>Nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Model, device</source>
        <translation>Modell, Gerät</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Best score</source>
        <translation>Bester Wert</translation>
    </message>
    <message>
        <source>Peak, %1</source>
        <translation>Spitze, %1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunsPage</name>
    <message>
        <source>Delete run</source>
        <translation>Lauf löschen</translation>
    </message>
    <message>
        <source>Delete %1 with its checkpoints and samples? This cannot be undone.</source>
        <translation>%1 mit Checkpoints und Samples löschen? Das lässt sich nicht zurücknehmen.</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Duplicate as new</source>
        <translation>Als neuen duplizieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Reading the runs</source>
        <translation>Die Läufe werden gelesen</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>Noch keine Läufe</translation>
    </message>
    <message>
        <source>No run matches</source>
        <translation>Kein Lauf passt</translation>
    </message>
    <message>
        <source>Each run you start is kept here with its checkpoints, samples and curves.</source>
        <translation>Jeder gestartete Lauf bleibt hier mit Checkpoints, Samples und Kurven.</translation>
    </message>
    <message>
        <source>Clear the search or the filters.</source>
        <translation>Suche oder Filter leeren.</translation>
    </message>
    <message>
        <source>No run chosen</source>
        <translation>Kein Lauf gewählt</translation>
    </message>
    <message>
        <source>Choose a run above.</source>
        <translation>Oben einen Lauf wählen.</translation>
    </message>
    <message>
        <source>Reading the run</source>
        <translation>Der Lauf wird gelesen</translation>
    </message>
    <message>
        <source>Choose a run first</source>
        <translation>Erst einen Lauf wählen</translation>
    </message>
    <message>
        <source>It does not answer, or it is this window&apos;s own run</source>
        <translation>Er antwortet nicht, oder es ist der eigene Lauf dieses Fensters</translation>
    </message>
    <message>
        <source>No process trains this run</source>
        <translation>Kein Prozess trainiert diesen Lauf</translation>
    </message>
    <message>
        <source>Show and steer it in this window, as if it were its own</source>
        <translation>In diesem Fenster zeigen und steuern, als wäre es der eigene</translation>
    </message>
    <message>
        <source>This run is under way</source>
        <translation>Dieser Lauf ist im Gang</translation>
    </message>
    <message>
        <source>Another run is under way; stop it first</source>
        <translation>Ein anderer Lauf ist im Gang; erst anhalten</translation>
    </message>
    <message>
        <source>This run has no checkpoint to continue from</source>
        <translation>Dieser Lauf hat keinen Checkpoint zum Fortsetzen</translation>
    </message>
    <message>
        <source>Go on from its newest checkpoint</source>
        <translation>Von seinem neuesten Checkpoint weitermachen</translation>
    </message>
    <message>
        <source>The run is still being read</source>
        <translation>Der Lauf wird noch gelesen</translation>
    </message>
    <message>
        <source>A new run with the same settings</source>
        <translation>Ein neuer Lauf mit denselben Einstellungen</translation>
    </message>
    <message>
        <source>Export pictures, weights and metrics</source>
        <translation>Bilder, Gewichte und Metriken exportieren</translation>
    </message>
    <message>
        <source>Show its files</source>
        <translation>Seine Dateien zeigen</translation>
    </message>
    <message>
        <source>Delete the run with its checkpoints and samples</source>
        <translation>Den Lauf mit Checkpoints und Samples löschen</translation>
    </message>
    <message>
        <source>The run could not be read</source>
        <translation>Der Lauf konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>This run is being deleted</source>
        <translation>Dieser Lauf wird gelöscht</translation>
    </message>
    <message>
        <source>Find a run</source>
        <translation>Lauf suchen</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Stichwort</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>Animate between checkpoints</source>
        <translation>Zwischen Checkpoints animieren</translation>
    </message>
    <message>
        <source>Divider between the list of runs and the details</source>
        <translation>Teiler zwischen der Liste der Läufe und den Einzelheiten</translation>
    </message>
    <message>
        <source>Divider between the list of runs and the comparison</source>
        <translation>Teiler zwischen der Liste der Läufe und dem Vergleich</translation>
    </message>
    <message>
        <source>Find by name, tag or setting</source>
        <translation>Suche nach Name, Stichwort, Einstellung</translation>
    </message>
    <message>
        <source>State: any</source>
        <translation>Zustand: alle</translation>
    </message>
    <message>
        <source>Tag: any</source>
        <translation>Stichwort: alle</translation>
    </message>
    <message>
        <source>Choose the checkpoint from which the way to another one is animated</source>
        <translation>Den Checkpoint wählen, von dem aus der Weg zu einem anderen animiert wird</translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunsTable</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>Sortieren nach</translation>
    </message>
</context>
<context>
    <name>headroom::ui::SamplesPage</name>
    <message>
        <source>No pictures yet</source>
        <translation>Noch keine Bilder</translation>
    </message>
    <message>
        <source>Look at the real images</source>
        <translation>Echte Bilder ansehen</translation>
    </message>
    <message>
        <source>The grid of fixed latents appears here after the start.</source>
        <translation>Das Raster der festen Latents erscheint hier nach dem Start.</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Single</source>
        <translation>Einzeln</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>EMA</source>
        <translation>EMA</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Pictures of the averaged weights</source>
        <translation>Bilder der gemittelten Gewichte</translation>
    </message>
    <message>
        <source>Pictures of the weights as they are trained</source>
        <translation>Bilder der Gewichte, wie sie trainiert werden</translation>
    </message>
    <message>
        <source>EMA beside raw</source>
        <translation>EMA neben roh</translation>
    </message>
    <message>
        <source>Beside real images</source>
        <translation>Neben echten Bildern</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Enlarge what is shown…</source>
        <translation>Gezeigtes vergrößern…</translation>
    </message>
    <message>
        <source>Reconstructions</source>
        <translation>Rekonstruktionen</translation>
    </message>
    <message>
        <source>Pictures beside their reconstructions</source>
        <translation>Bilder neben ihren Rekonstruktionen</translation>
    </message>
    <message>
        <source>EMA is off: set its half-life above 0</source>
        <translation>EMA ist aus: ihre Halbwertszeit über 0 setzen</translation>
    </message>
    <message>
        <source>Of this step only the averaged weights&apos; pictures are on disk</source>
        <translation>Von diesem Schritt sind nur die Bilder der gemittelten Gewichte gespeichert</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Reconstructions, EMA</source>
        <translation>Rekonstruktionen, EMA</translation>
    </message>
    <message>
        <source>Raw, kept of the newest steps only</source>
        <translation>Roh, nur von den neuesten Schritten behalten</translation>
    </message>
    <message>
        <source>Samples, EMA</source>
        <translation>Samples, EMA</translation>
    </message>
    <message>
        <source>Samples, raw</source>
        <translation>Samples, roh</translation>
    </message>
    <message>
        <source>Real images, loading</source>
        <translation>Echte Bilder, werden geladen</translation>
    </message>
    <message>
        <source>Real images</source>
        <translation>Echte Bilder</translation>
    </message>
    <message>
        <source>Latent %1 of %2, eval mode</source>
        <translation>Latent %1 von %2, Eval-Modus</translation>
    </message>
    <message>
        <source>%1 of %2 fixed latents, eval mode</source>
        <translation>%1 von %2 festen Latents, Eval-Modus</translation>
    </message>
    <message>
        <source>%1–%2 of %3 fixed latents, eval mode</source>
        <translation>%1–%2 von %3 festen Latents, Eval-Modus</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1–%2 of %3</source>
        <translation>%1–%2 von %3</translation>
    </message>
    <message>
        <source>Picture %1 of %2, above its reconstruction</source>
        <translation>Bild %1 von %2, über seiner Rekonstruktion</translation>
    </message>
    <message>
        <source>%1 fixed pictures, reconstructions beside them</source>
        <translation>%1 festen Bildern, daneben die Rekonstruktionen</translation>
    </message>
    <message>
        <source>%1 fixed pictures, each above its reconstruction</source>
        <translation>%1 festen Bildern, jedes über seiner Rekonstruktion</translation>
    </message>
    <message>
        <source>The real images cannot be read</source>
        <translation>Die echten Bilder lassen sich nicht lesen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::SamplesPanel</name>
    <message>
        <source>Real images</source>
        <translation>Echte Bilder</translation>
    </message>
    <message>
        <source>Latents</source>
        <translation>Latents</translation>
    </message>
    <message>
        <source>Latent walk</source>
        <translation>Latent-Walk</translation>
    </message>
    <message>
        <source>Preview every %1 steps, newest kept</source>
        <translation>Vorschau alle %1 Schritte, neueste behalten</translation>
    </message>
    <message>
        <source>Nearest training images</source>
        <translation>Nächste Trainingsbilder</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>End of the latent walk</source>
        <translation>Ende des Latent-Walks</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ScoresPanel</name>
    <message>
        <source>Scores</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>No scores yet</source>
        <translation>Noch keine Bewertungen</translation>
    </message>
    <message>
        <source>KID, FID, precision, recall and copies of what the run makes, against its data, stand here once it is scored: at the pace of &quot;Score every&quot;, or now.</source>
        <translation>KID, FID, Precision, Recall und Kopien dessen, was der Lauf macht, gegen seine Daten, stehen hier, sobald er bewertet wird: im Takt von „Bewerten alle“, oder jetzt.</translation>
    </message>
    <message>
        <source>Save the scores as a picture</source>
        <translation>Bewertungen als Bild sichern</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ScoresView</name>
    <message>
        <source>KID</source>
        <translation>KID</translation>
    </message>
    <message>
        <source>FID</source>
        <translation>FID</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precision</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Recall</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>Anteile</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>%1 %2 at %3</source>
        <translation>%1 %2 bei %3</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Bei</translation>
    </message>
    <message>
        <source>%1 (%2, %3 pictures)</source>
        <translation>%1 (%2, %3 Bilder)</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>Wiedererkannt</translation>
    </message>
    <message>
        <source>MMD</source>
        <translation>MMD</translation>
    </message>
    <message>
        <source>D&apos;s gap</source>
        <translation>Ds Abstand</translation>
    </message>
    <message>
        <source>MS-SSIM</source>
        <translation>MS-SSIM</translation>
    </message>
    <message>
        <source>Scores with their errors: KID, FID, MMD, D&apos;s gap, precision, recall, copies, training pictures recognised by D, and MS-SSIM</source>
        <translation>Bewertungen mit ihren Fehlern: KID, FID, MMD, Ds Abstand, Präzision, Recall, Kopien, von D wiedererkannte Trainingsbilder und MS-SSIM</translation>
    </message>
</context>
<context>
    <name>headroom::ui::SearchField</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>headroom::ui::SessionBridge</name>
    <message>
        <source>The engine is loading</source>
        <translation>Die Engine wird geladen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::SessionKeeper</name>
    <message>
        <source>the run %1, from its newest checkpoint</source>
        <translation>der Lauf %1, von seinem neuesten Checkpoint</translation>
    </message>
    <message>
        <source>the settings of the forms</source>
        <translation>die Einstellungen der Formulare</translation>
    </message>
    <message numerus="yes">
        <source>%Ln staged edit(s)</source>
        <translation>
            <numerusform>%Ln vorgemerkte Änderung</numerusform>
            <numerusform>%Ln vorgemerkte Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Headroom ended without being closed</source>
        <translation>Headroom endete, ohne geschlossen zu werden</translation>
    </message>
    <message>
        <source>From %1 there are: %2.</source>
        <translation>Von %1 gibt es: %2.</translation>
    </message>
    <message>
        <source>Go on with the run</source>
        <translation>Den Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Bring them back</source>
        <translation>Zurückbringen</translation>
    </message>
    <message>
        <source>Settings only</source>
        <translation>Nur Einstellungen</translation>
    </message>
    <message>
        <source>The settings kept are not used</source>
        <translation>Die behaltenen Einstellungen werden nicht verwendet</translation>
    </message>
    <message>
        <source>A run is going; stop it first</source>
        <translation>Ein Lauf ist im Gang; erst anhalten</translation>
    </message>
    <message>
        <source>%1, which trained elsewhere</source>
        <translation>%1, der anderswo trainierte</translation>
    </message>
</context>
<context>
    <name>headroom::ui::SituationWatch</name>
    <message>
        <source>Forecast %1, other programs leave %2</source>
        <translation>Prognose %1, andere Programme lassen %2</translation>
    </message>
    <message>
        <source>Forecast %1, budget %2</source>
        <translation>Prognose %1, Budget %2</translation>
    </message>
    <message>
        <source>Start is off: the forecast is %1 and other programs leave %2. %3 missing.</source>
        <translation>Start geht nicht: die Prognose ist %1, und andere Programme lassen %2. %3 fehlen.</translation>
    </message>
    <message>
        <source>Start is off: the forecast is %1 and the budget %2. %3 missing.</source>
        <translation>Start geht nicht: die Prognose ist %1 und das Budget %2. %3 fehlen.</translation>
    </message>
    <message>
        <source>Start is off: %1</source>
        <translation>Start geht nicht: %1</translation>
    </message>
</context>
<context>
    <name>headroom::ui::SizePart</name>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Size of the picture</source>
        <translation>Größe des Bildes</translation>
    </message>
    <message>
        <source>Custom…</source>
        <translation>Eigene…</translation>
    </message>
</context>
<context>
    <name>headroom::ui::Splitter</name>
    <message>
        <source>Arrow keys move the divider, with Ctrl or Shift further. Home and End take it as far as it goes.</source>
        <translation>Pfeiltasten bewegen den Teiler, mit Strg oder Umschalt weiter. Pos1 und Ende bringen ihn bis ans Ende.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::StagedTray</name>
    <message>
        <source>Staged edits</source>
        <translation>Vorgemerkte Änderungen</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>Noch nicht gemessen</translation>
    </message>
    <message>
        <source>Fits, %1 to spare</source>
        <translation>Passt, %1 übrig</translation>
    </message>
    <message>
        <source>Tight, %1 to spare</source>
        <translation>Knapp, %1 übrig</translation>
    </message>
    <message>
        <source>Does not fit, %1 missing</source>
        <translation>Passt nicht, %1 fehlen</translation>
    </message>
    <message>
        <source>No forecast</source>
        <translation>Keine Prognose</translation>
    </message>
    <message>
        <source>forecasting</source>
        <translation>Prognose läuft</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>being measured with two short %1</source>
        <translation>wird mit zwei kurzen Proben gemessen (%1)</translation>
    </message>
    <message>
        <source>%1 fixed</source>
        <translation>%1 fest</translation>
    </message>
    <message>
        <source>activations measured after Apply</source>
        <translation>Aktivierungen werden nach Anwenden gemessen</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>%1 now</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>%1 now, measured after Apply</source>
        <translation>jetzt %1, nach Anwenden gemessen</translation>
    </message>
    <message>
        <source>measured after Apply</source>
        <translation>nach Anwenden gemessen</translation>
    </message>
    <message>
        <source>Applying at the next %1.</source>
        <translation>Wirkt ab dem nächsten %1.</translation>
    </message>
    <message>
        <source>No staged edits. Change a value to see what it costs before it is applied.</source>
        <translation>Keine vorgemerkten Änderungen. Einen Wert ändern, um vor dem Anwenden zu sehen, was es kostet.</translation>
    </message>
    <message>
        <source>No staged edits. Before the start, changes apply at once and the forecast follows.</source>
        <translation>Keine vorgemerkten Änderungen. Vor dem Start wirken Änderungen sofort, und die Prognose folgt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln staged edit(s)</source>
        <translation>
            <numerusform>%Ln vorgemerkte Änderung</numerusform>
            <numerusform>%Ln vorgemerkte Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>allocator peak, newest %1</source>
        <translation>Allocator-Spitze, neuester %1</translation>
    </message>
</context>
<context>
    <name>headroom::ui::StartAtDialog</name>
    <message>
        <source>Not before</source>
        <translation>Nicht vor</translation>
    </message>
    <message>
        <source>Start at</source>
        <translation>Starten um</translation>
    </message>
    <message>
        <source>%1 starts when its turn comes, but not before</source>
        <translation>%1 startet, wenn er an der Reihe ist, aber nicht vor</translation>
    </message>
    <message>
        <source>As soon as it can</source>
        <translation>Sobald es geht</translation>
    </message>
    <message>
        <source>ddd d MMM yyyy, HH:mm</source>
        <translation>ddd d. MMM yyyy, HH:mm</translation>
    </message>
</context>
<context>
    <name>headroom::ui::StartPart</name>
    <message>
        <source>Start from</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Passend</translation>
    </message>
    <message>
        <source>The picture of the built-in library that fits the prompts best, then painted on.</source>
        <translation>Das Bild der eingebauten Sammlung, das am besten zu den Prompts passt; darauf wird gemalt.</translation>
    </message>
    <message>
        <source>The library belongs to the built-in models; with others this is noise.</source>
        <translation>Die Sammlung gehört zu den eingebauten Modellen; mit anderen ist dies Rauschen.</translation>
    </message>
    <message>
        <source>Random codes: mosaics that the prompts turn into things.</source>
        <translation>Zufällige Codes: Mosaike, aus denen die Prompts Dinge machen.</translation>
    </message>
    <message>
        <source>Two soft runs of colour.</source>
        <translation>Zwei weiche Farbverläufe.</translation>
    </message>
    <message>
        <source>Random pixels, encoded.</source>
        <translation>Zufällige Pixel, encodiert.</translation>
    </message>
    <message>
        <source>A picture of yours, encoded.</source>
        <translation>Ein eigenes Bild, encodiert.</translation>
    </message>
    <message>
        <source>Each picture of a folder in turn: a film painted anew, or many pictures at once. Choose the folder below.</source>
        <translation>Jedes Bild eines Ordners der Reihe nach: ein neu gemalter Film oder viele Bilder auf einmal. Unten den Ordner wählen.</translation>
    </message>
    <message>
        <source>Looking through the folder</source>
        <translation>Der Ordner wird durchgesehen</translation>
    </message>
    <message>
        <source>%1 in the order of their names, %2 iterations in all. The run ends with the last one.</source>
        <translation>%1 in der Reihenfolge der Namen, insgesamt %2 Durchläufe. Der Lauf endet mit dem letzten.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s)</source>
        <translation>
            <numerusform>%Ln Bild</numerusform>
            <numerusform>%Ln Bilder</numerusform>
        </translation>
    </message>
    <message>
        <source>Fixed for this run: it needs a new run.</source>
        <translation>Für diesen Lauf festgelegt: braucht einen neuen Lauf.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::StateChip</name>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Bereitet vor</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Lent</source>
        <translation>Verliehen</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>State: %1</source>
        <translation>Zustand: %1</translation>
    </message>
</context>
<context>
    <name>headroom::ui::StatusItems</name>
    <message>
        <source>Saved %1</source>
        <translation>Gespeichert: %1</translation>
    </message>
    <message>
        <source>Ready, does not fit</source>
        <translation>Bereit, passt nicht</translation>
    </message>
    <message>
        <source>Nothing is running</source>
        <translation>Nichts läuft</translation>
    </message>
    <message>
        <source>Loss %1</source>
        <translation>Loss %1</translation>
    </message>
    <message>
        <source>Epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>Passes over the data set</source>
        <translation>Durchgänge durch den Datensatz</translation>
    </message>
    <message>
        <source>ETA %1</source>
        <translation>Noch %1</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 % busy</source>
        <translation>%1 % Last</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>The device in use, as its driver reports it</source>
        <translation>Das benutzte Gerät, wie sein Treiber es meldet</translation>
    </message>
    <message>
        <source>Forecast peak of this process, with these settings</source>
        <translation>Vorausberechnete Spitze dieses Prozesses mit diesen Einstellungen</translation>
    </message>
    <message>
        <source>Memory %1 of %2 budget</source>
        <translation>Speicher %1 von %2 Budget</translation>
    </message>
    <message>
        <source>Peak of this process in the newest %1: %2</source>
        <translation>Spitze dieses Prozesses im neuesten %1: %2</translation>
    </message>
    <message>
        <source>OOM survived %1</source>
        <translation>OOM überstanden %1</translation>
    </message>
    <message>
        <source>Out-of-memory errors that cost one repeated %1 each</source>
        <translation>Volle Speicher, die je einen wiederholten %1 kosteten</translation>
    </message>
    <message>
        <source>Forecast %1</source>
        <translation>Prognose %1</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>ausstehend</translation>
    </message>
    <message>
        <source>Forecast %1 of %2 budget</source>
        <translation>Prognose %1 von %2 Budget</translation>
    </message>
</context>
<context>
    <name>headroom::ui::StepSection</name>
    <message>
        <source>Memory snapshot… for PyTorch&apos;s memory viewer</source>
        <translation>Speicherabbild… für PyTorchs Speicherbetrachter</translation>
    </message>
    <message>
        <source>Save this picture</source>
        <translation>Dieses Bild speichern</translation>
    </message>
    <message>
        <source>%1 % of this machine&apos;s limit</source>
        <translation>%1 % der Grenze dieses Rechners</translation>
    </message>
    <message>
        <source>Measure what its phases reach of what this machine can do</source>
        <translation>Messen, was seine Phasen von dem erreichen, was dieser Rechner kann</translation>
    </message>
    <message>
        <source>One %1</source>
        <translation>Ein %1</translation>
    </message>
    <message>
        <source>No %1 measured yet</source>
        <translation>Noch kein %1 gemessen</translation>
    </message>
    <message>
        <source>After the first %1 its memory is drawn here by phase, with its peak explained.</source>
        <translation>Nach dem ersten %1 wird hier sein Speicher nach Phasen gezeichnet und die Spitze erklärt.</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 by phase</source>
        <translation>%1 nach Phasen</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.png *.pdf)</source>
        <translation>Bilder (*.svg *.png *.pdf)</translation>
    </message>
</context>
<context>
    <name>headroom::ui::StepTimelineView</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Memory of one %1</source>
        <translation>Speicher eines %1s</translation>
    </message>
    <message>
        <source>between phases</source>
        <translation>zwischen Phasen</translation>
    </message>
    <message>
        <source>in phase %1</source>
        <translation>in Phase %1</translation>
    </message>
    <message>
        <source>%7 %1, %2. %3 %4, %5. %6</source>
        <translation>%7 %1, %2. %3 %4, %5. %6</translation>
    </message>
    <message>
        <source>No %1 measured yet</source>
        <translation>Noch kein %1 gemessen</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>Peak: %1.
Click for the tensors alive there</source>
        <translation>Spitze: %1.
Ein Klick zeigt die Tensoren, die dort am Leben sind</translation>
    </message>
    <message>
        <source>
Click for the tensors alive there</source>
        <translation>
Ein Klick zeigt die Tensoren, die dort am Leben sind</translation>
    </message>
</context>
<context>
    <name>headroom::ui::SuggestionView</name>
    <message>
        <source>Proposed: %1</source>
        <translation>Vorschlag: %1</translation>
    </message>
</context>
<context>
    <name>headroom::ui::TakeSettingsDialog</name>
    <message>
        <source>Use settings</source>
        <translation>Einstellungen verwenden</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>Abweichende Einstellungen</translation>
    </message>
    <message>
        <source>%1: what differs</source>
        <translation>%1: was abweicht</translation>
    </message>
    <message>
        <source>A run is going: what is checked is staged. Nothing changes before Apply.</source>
        <translation>Ein Lauf ist im Gang: Angekreuztes wird vorgemerkt. Vor Anwenden ändert sich nichts.</translation>
    </message>
    <message>
        <source>What is checked goes into the form. The change can be undone as one.</source>
        <translation>Angekreuztes kommt ins Formular. Die Änderung lässt sich als eine zurücknehmen.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Dann</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Fixed for the run that is going: it needs a new run.</source>
        <translation>Für den laufenden Lauf festgelegt: braucht einen neuen Lauf.</translation>
    </message>
    <message numerus="yes">
        <source>Use %Ln setting(s)</source>
        <translation>
            <numerusform>%Ln Einstellung verwenden</numerusform>
            <numerusform>%Ln Einstellungen verwenden</numerusform>
        </translation>
    </message>
    <message>
        <source>None is checked</source>
        <translation>Keine ist angekreuzt</translation>
    </message>
</context>
<context>
    <name>headroom::ui::TimelinePanel</name>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Smoothing of the curves</source>
        <translation>Glättung der Kurven</translation>
    </message>
    <message>
        <source>Weight of the past in the smoothed curves, 0 to 0.99; the raw curves stay below them</source>
        <translation>Gewicht des Vergangenen in den geglätteten Kurven, 0 bis 0,99; die rohen Kurven bleiben darunter</translation>
    </message>
    <message>
        <source>Logarithmic scale for the losses (L)</source>
        <translation>Logarithmische Skala für die Losses (L)</translation>
    </message>
    <message>
        <source>Save the plots as a picture</source>
        <translation>Die Kurven als Bild speichern</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>headroom::ui::TimelineView</name>
    <message>
        <source>Budget %1</source>
        <translation>Budget %1</translation>
    </message>
    <message>
        <source>, above the scale</source>
        <translation>, über der Skala</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere Programme</translation>
    </message>
    <message>
        <source>%1, logarithmic</source>
        <translation>%1, logarithmisch</translation>
    </message>
    <message>
        <source>%1 at %2:  %3</source>
        <translation>%1 bei %2:  %3</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>Peak %1  Others %2</source>
        <translation>Spitze %1  Andere %2</translation>
    </message>
    <message>
        <source>Peak, %1</source>
        <translation>Spitze, %1</translation>
    </message>
    <message>
        <source>Peak per %1, %2</source>
        <translation>Spitze pro %1, %2</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Bei</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Peak of this process</source>
        <translation>Spitze dieses Prozesses</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Peak %1</source>
        <translation>Spitze %1</translation>
    </message>
</context>
<context>
    <name>headroom::ui::TrainPage</name>
    <message>
        <source>Scores</source>
        <translation>Bewertungen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::UpscaleDialog</name>
    <message>
        <source>%1, from the window</source>
        <translation>%1, aus dem Fenster</translation>
    </message>
    <message>
        <source>There is no room for a temporary file.</source>
        <translation>Für eine temporäre Datei ist kein Platz.</translation>
    </message>
    <message>
        <source>This file is no picture that can be enlarged</source>
        <translation>Diese Datei ist kein Bild, das sich vergrößern lässt</translation>
    </message>
    <message>
        <source>Before, its pixels %1 times as large</source>
        <translation>Vorher, Pixel %1-fach vergrößert</translation>
    </message>
    <message>
        <source>After: %1</source>
        <translation>Nachher: %1</translation>
    </message>
    <message>
        <source>%1 exists already. Replace it?</source>
        <translation>%1 gibt es schon. Ersetzen?</translation>
    </message>
    <message>
        <source>A picture is being enlarged</source>
        <translation>Ein Bild wird vergrößert</translation>
    </message>
    <message>
        <source>Choose a picture first</source>
        <translation>Erst ein Bild wählen</translation>
    </message>
    <message>
        <source>Choose a file of weights first</source>
        <translation>Erst eine Gewichtsdatei wählen</translation>
    </message>
    <message>
        <source>The memory is an amount like 512 MiB or 2 GiB, or empty</source>
        <translation>Der Speicher ist eine Angabe wie 512 MiB oder 2 GiB, oder leer</translation>
    </message>
    <message>
        <source>Say where to write it</source>
        <translation>Angeben, wohin geschrieben wird</translation>
    </message>
    <message>
        <source>What it takes is being measured</source>
        <translation>Der Bedarf wird gemessen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>It goes on; the window tells how it ends</source>
        <translation>Es geht weiter; das Fenster sagt, wie es ausgeht</translation>
    </message>
    <message>
        <source>%1 × %2 px, from %3 × %4</source>
        <translation>%1 × %2 px, aus %3 × %4</translation>
    </message>
    <message>
        <source>What it takes is being measured.</source>
        <translation>Der Bedarf wird gemessen.</translation>
    </message>
    <message>
        <source>Picture to enlarge</source>
        <translation>Bild zum Vergrößern</translation>
    </message>
    <message>
        <source>Weights of an RRDB network (ESRGAN, Real-ESRGAN)</source>
        <translation>Gewichte eines RRDB-Netzes (ESRGAN, Real-ESRGAN)</translation>
    </message>
    <message>
        <source>Write the larger picture</source>
        <translation>Das größere Bild schreiben</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>What it takes</source>
        <translation>Bedarf</translation>
    </message>
    <message>
        <source>No picture chosen</source>
        <translation>Kein Bild gewählt</translation>
    </message>
    <message>
        <source>A PNG or JPEG file, or any picture of the window by its context menu.</source>
        <translation>Eine PNG- oder JPEG-Datei, oder jedes Bild des Fensters über sein Kontextmenü.</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>File of weights</source>
        <translation>Gewichtsdatei</translation>
    </message>
    <message>
        <source>Memory at most</source>
        <translation>Speicher höchstens</translation>
    </message>
    <message>
        <source>Most bytes of tensors at once, like 512 MiB. Tiles are as large as fit.</source>
        <translation>Höchstens so viele Bytes an Tensoren zugleich, etwa 512 MiB. Kacheln sind so groß, wie es passt.</translation>
    </message>
    <message>
        <source>File to write</source>
        <translation>Zieldatei</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>Bild wählen…</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Times as wide and high</source>
        <translation>So viel Mal so breit und hoch</translation>
    </message>
    <message>
        <source>Enlarge a picture</source>
        <translation>Bild vergrößern</translation>
    </message>
    <message>
        <source>A part before</source>
        <translation>Ein Teil vorher</translation>
    </message>
    <message>
        <source>The part after</source>
        <translation>Der Teil nachher</translation>
    </message>
    <message>
        <source>Enlarged in tiles, so that it fits beside whatever else is going on.</source>
        <translation>In Kacheln vergrößert, damit es neben allem anderen passt.</translation>
    </message>
    <message>
        <source>Lanczos</source>
        <translation>Lanczos</translation>
    </message>
    <message>
        <source>Network of the built-in shapes</source>
        <translation>Netz der eingebauten Formen</translation>
    </message>
    <message>
        <source>A file of weights</source>
        <translation>Eine Gewichtsdatei</translation>
    </message>
    <message>
        <source>Computed: smooth, invents nothing, needs little</source>
        <translation>Berechnet: weich, erfindet nichts, braucht wenig</translation>
    </message>
    <message>
        <source>Trained on the built-in shapes alone</source>
        <translation>Nur auf den eingebauten Formen trainiert</translation>
    </message>
    <message>
        <source>A .pth of the RRDB kind: ESRGAN, Real-ESRGAN</source>
        <translation>Eine .pth der Art RRDB: ESRGAN, Real-ESRGAN</translation>
    </message>
    <message>
        <source>RRDB weights, .pth</source>
        <translation>RRDB-Gewichte, .pth</translation>
    </message>
    <message>
        <source>automatic: nine tenths of what is free</source>
        <translation>automatisch: neun Zehntel des Freien</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>Schreiben nach</translation>
    </message>
    <message>
        <source>The picture is being read</source>
        <translation>Das Bild wird gelesen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::WalkEnds</name>
    <message>
        <source>End %1: %2</source>
        <translation>Ende %1: %2</translation>
    </message>
    <message>
        <source>Take end %1 out: %2</source>
        <translation>Ende %1 herausnehmen: %2</translation>
    </message>
    <message>
        <source>%1, at truncation %2</source>
        <translation>%1, bei Truncation %2</translation>
    </message>
    <message>
        <source>Move the end of the walk to the left</source>
        <translation>Das Ende des Walks nach links verschieben</translation>
    </message>
    <message>
        <source>Move the end of the walk to the right</source>
        <translation>Das Ende des Walks nach rechts verschieben</translation>
    </message>
    <message>
        <source>Alt+Left and Alt+Right move it along the walk</source>
        <translation>Alt+Links und Alt+Rechts verschieben es im Walk</translation>
    </message>
    <message>
        <source>%1
Drag it to the place of another, or press Alt+Left or Alt+Right while its button has the focus</source>
        <translation>%1
An die Stelle eines anderen ziehen, oder Alt+Links oder Alt+Rechts drücken, während sein Knopf den Fokus hat</translation>
    </message>
</context>
<context>
    <name>headroom::ui::WalkPage</name>
    <message>
        <source>No walk yet</source>
        <translation>Noch kein Latent-Walk</translation>
    </message>
    <message>
        <source>New walk</source>
        <translation>Neuer Walk</translation>
    </message>
    <message>
        <source>Back to the first</source>
        <translation>Zurück zum ersten</translation>
    </message>
    <message>
        <source>Play the walk</source>
        <translation>Walk abspielen</translation>
    </message>
    <message>
        <source>Export the walk as an animation…</source>
        <translation>Walk als Animation exportieren…</translation>
    </message>
    <message>
        <source>Make a walk</source>
        <translation>Walk machen</translation>
    </message>
    <message>
        <source>Seed </source>
        <translation>Seed </translation>
    </message>
    <message>
        <source>Seed of the walk</source>
        <translation>Seed des Walks</translation>
    </message>
    <message>
        <source> frames</source>
        <translation> Bilder</translation>
    </message>
    <message>
        <source>Frames of the walk</source>
        <translation>Bilder des Walks</translation>
    </message>
    <message>
        <source>The walk ends where it began; otherwise at its last end</source>
        <translation>Der Walk endet, wo er begann; sonst an seinem letzten Ende</translation>
    </message>
    <message>
        <source>Forget the chosen ends and walk between random latents</source>
        <translation>Die gewählten Enden vergessen und zwischen zufälligen Latents gehen</translation>
    </message>
    <message>
        <source>Latent walk</source>
        <translation>Latent-Walk</translation>
    </message>
    <message>
        <source>Frame of the walk</source>
        <translation>Bild des Walks</translation>
    </message>
    <message>
        <source>Export the walk</source>
        <translation>Walk exportieren</translation>
    </message>
    <message>
        <source>Animations (*.webp *.gif *.mp4)</source>
        <translation>Animationen (*.webp *.gif *.mp4)</translation>
    </message>
    <message>
        <source>The walk could not be made: %1</source>
        <translation>Der Walk ließ sich nicht machen: %1</translation>
    </message>
    <message>
        <source>Frame %1 of %2, step %3</source>
        <translation>Bild %1 von %2, Schritt %3</translation>
    </message>
    <message>
        <source>Hold the walk</source>
        <translation>Walk anhalten</translation>
    </message>
    <message>
        <source>The model is parked in RAM; Resume first</source>
        <translation>Das Modell ist im RAM geparkt; erst fortsetzen</translation>
    </message>
    <message>
        <source>Start a run first: a walk needs its generator</source>
        <translation>Erst einen Lauf starten: ein Walk braucht seinen Generator</translation>
    </message>
    <message>
        <source>Pictures on a line through the chosen ends</source>
        <translation>Bilder auf einer Linie durch die gewählten Enden</translation>
    </message>
    <message>
        <source>Pictures on a line between random latents</source>
        <translation>Bilder auf einer Linie zwischen zufälligen Latents</translation>
    </message>
    <message>
        <source>One chosen end, add another</source>
        <translation>Ein Ende gewählt, noch eines wählen</translation>
    </message>
    <message numerus="yes">
        <source>Through %Ln chosen end(s)</source>
        <translation>
            <numerusform>Durch %Ln gewähltes Ende</numerusform>
            <numerusform>Durch %Ln gewählte Enden</numerusform>
        </translation>
    </message>
    <message>
        <source>Making it…</source>
        <translation>Wird gemacht…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message numerus="yes">
        <source>Making %Ln frame(s)</source>
        <translation>
            <numerusform>%Ln Bild wird gemacht</numerusform>
            <numerusform>%Ln Bilder werden gemacht</numerusform>
        </translation>
    </message>
    <message>
        <source>The walk could not be made</source>
        <translation>Der Walk ließ sich nicht machen</translation>
    </message>
    <message>
        <source>A walk shows how the pictures change between random latents.</source>
        <translation>Ein Walk zeigt, wie sich die Bilder zwischen zufälligen Latents ändern.</translation>
    </message>
    <message>
        <source>Drawn at truncation %1, as the ends were chosen.</source>
        <translation>Bei Truncation %1 gezeichnet, wie die Enden gewählt wurden.</translation>
    </message>
    <message>
        <source>An export is drawn by the newest checkpoint, not by the weights of this moment.</source>
        <translation>Ein Export wird vom neuesten Checkpoint gezeichnet, nicht von den Gewichten dieses Augenblicks.</translation>
    </message>
    <message>
        <source>An export is drawn by the newest checkpoint, which is of the same step.</source>
        <translation>Ein Export wird vom neuesten Checkpoint gezeichnet, der vom selben Schritt ist.</translation>
    </message>
    <message>
        <source>An export is drawn by the newest checkpoint, of step %1.</source>
        <translation>Ein Export wird vom neuesten Checkpoint gezeichnet, dem von Schritt %1.</translation>
    </message>
    <message>
        <source>At most as many as half of the memory for pictures has room for</source>
        <translation>Höchstens so viele, wie in die Hälfte des Speichers für Bilder passen</translation>
    </message>
    <message>
        <source>The ends were chosen at different truncations; between them it changes with the way.</source>
        <translation>Die Enden wurden bei verschiedenen Truncations gewählt; dazwischen ändert sie sich mit dem Weg.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::WelcomePage</name>
    <message>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Neu prüfen</translation>
    </message>
    <message>
        <source>Recent runs</source>
        <translation>Letzte Läufe</translation>
    </message>
    <message>
        <source>Where to train</source>
        <translation>Wo trainiert wird</translation>
    </message>
    <message>
        <source>Open a run folder…</source>
        <translation>Ordner eines Laufs öffnen…</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Headroom</translation>
    </message>
    <message>
        <source>Train small image models inside the memory you have.</source>
        <translation>Kleine Bildmodelle trainieren, in dem Speicher, der da ist.</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Train a DCGAN on the built-in shapes</source>
        <translation>Ein DCGAN auf den eingebauten Formen trainieren</translation>
    </message>
    <message>
        <source>Nothing to download. Shapes after about a minute.</source>
        <translation>Nichts herunterzuladen. Formen nach etwa einer Minute.</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>Training starten</translation>
    </message>
    <message>
        <source>Paint a picture from words</source>
        <translation>Ein Bild aus Worten malen</translation>
    </message>
    <message>
        <source>Text to image with the built-in models, in under a minute on the CPU.</source>
        <translation>Text zu Bild mit den eingebauten Modellen, in weniger als einer Minute auf der CPU.</translation>
    </message>
    <message>
        <source>Knows the built-in shapes; larger models as files</source>
        <translation>Kennt die eingebauten Formen; größere Modelle als Dateien</translation>
    </message>
    <message>
        <source>Text to image</source>
        <translation>Text zu Bild</translation>
    </message>
    <message>
        <source>Your folder of images</source>
        <translation>Eigener Ordner mit Bildern</translation>
    </message>
    <message>
        <source>JPEG, PNG, WebP or GIF. Bad files are listed, never fatal.</source>
        <translation>JPEG, PNG, WebP oder GIF. Schlechte Dateien werden aufgelistet und schaden nicht.</translation>
    </message>
    <message>
        <source>CIFAR-10 and MNIST files work too</source>
        <translation>CIFAR-10- und MNIST-Dateien gehen auch</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Continue a run</source>
        <translation>Einen Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Any run folder with a checkpoint</source>
        <translation>Jeder Ordner eines Laufs mit einem Checkpoint</translation>
    </message>
    <message>
        <source>Choose run…</source>
        <translation>Lauf wählen…</translation>
    </message>
    <message>
        <source>Choose a folder of pictures</source>
        <translation>Ordner mit Bildern wählen</translation>
    </message>
    <message>
        <source>A run is going; stop it first</source>
        <translation>Ein Lauf ist im Gang; erst anhalten</translation>
    </message>
    <message>
        <source>32 × 32, growing to 64 × 64; fits in 1 GiB</source>
        <translation>32 × 32, wächst auf 64 × 64; passt in 1 GiB</translation>
    </message>
    <message>
        <source>Get larger models…</source>
        <translation>Größere Modelle holen…</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Goes on where it was: bit for bit with a fixed number of threads, on the same kind of processor.</source>
        <translation>Geht weiter, wo er war: mit fester Anzahl Threads auf der gleichen Art von Prozessor aufs Bit genau.</translation>
    </message>
</context>
<context>
    <name>headroom::ui::WindowDialogs</name>
    <message>
        <source>The picture was not enlarged</source>
        <translation>Das Bild wurde nicht vergrößert</translation>
    </message>
    <message>
        <source>The picture was enlarged: %1</source>
        <translation>Das Bild wurde vergrößert: %1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Settings for the CPU are in the form</source>
        <translation>Einstellungen für die CPU stehen im Formular</translation>
    </message>
    <message>
        <source>Settings for a card of %1 GB are in the form</source>
        <translation>Einstellungen für eine Karte mit %1 GB stehen im Formular</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>The proposed recipe is in the form</source>
        <translation>Das vorgeschlagene Rezept steht im Formular</translation>
    </message>
    <message>
        <source>The proposed recipe is not used</source>
        <translation>Das vorgeschlagene Rezept wird nicht verwendet</translation>
    </message>
    <message>
        <source>A picture is being enlarged</source>
        <translation>Ein Bild wird vergrößert</translation>
    </message>
    <message>
        <source>A picture is being enlarged. What should happen to it?</source>
        <translation>Ein Bild wird vergrößert. Was soll damit geschehen?</translation>
    </message>
    <message>
        <source>Finish and quit closes the window when the picture is written. Stop and quit leaves nothing of it.</source>
        <translation>Fertigstellen und beenden schließt das Fenster, wenn das Bild geschrieben ist. Anhalten und beenden lässt nichts davon übrig.</translation>
    </message>
    <message>
        <source>The data set lies on %1</source>
        <translation>Der Datensatz liegt auf %1</translation>
    </message>
    <message>
        <source>It can be looked at there alone; the tab Real images shows what training sees of it.</source>
        <translation>Er lässt sich nur dort ansehen; der Reiter Echte Bilder zeigt, was das Training von ihm sieht.</translation>
    </message>
    <message>
        <source>No settings for the CPU are looked for</source>
        <translation>Für die CPU werden keine Einstellungen gesucht</translation>
    </message>
</context>
<context>
    <name>headroom::ui::WindowDocks</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
</context>
<context>
    <name>headroom::ui::WindowTools</name>
    <message>
        <source>Tool bar</source>
        <translation>Werkzeugleiste</translation>
    </message>
</context>
<context>
    <name>headroom::ui::Workbench</name>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>The run goes on, but its past is not all there</source>
        <translation>Der Lauf geht weiter, aber seine Vergangenheit ist nicht vollständig da</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ZoomBar</name>
    <message>
        <source>Zoom out (−)</source>
        <translation>Kleiner zeigen (−)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Größer zeigen (+)</translation>
    </message>
    <message>
        <source>Fit into the panel</source>
        <translation>In den Bereich einpassen</translation>
    </message>
    <message>
        <source>Size of the pictures on screen; 100 % shows each pixel once (0)</source>
        <translation>Größe der Bilder auf dem Schirm; bei 100 % wird jeder Pixel einmal gezeigt (0)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
</TS>
