<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Dropped</name>
    <message numerus="yes">
        <source>%1, a folder of %Ln picture(s)</source>
        <translation>
            <numerusform>%1, a folder of %Ln picture</numerusform>
            <numerusform>%1, a folder of %Ln pictures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s)</source>
        <translation>
            <numerusform>%Ln picture</numerusform>
            <numerusform>%Ln pictures</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportPlan</name>
    <message numerus="yes">
        <source>%1, %Ln picture(s), %2 per second</source>
        <translation>
            <numerusform>%1, %Ln picture, %2 per second</numerusform>
            <numerusform>%1, %Ln pictures, %2 per second</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln row(s)</source>
        <translation>
            <numerusform>%1, %Ln row</numerusform>
            <numerusform>%1, %Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message numerus="yes">
        <source>%Ln image(s)</source>
        <translation>
            <numerusform>%Ln image</numerusform>
            <numerusform>%Ln images</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message numerus="yes">
        <source>%Ln day(s) ago</source>
        <translation>
            <numerusform>%Ln day ago</numerusform>
            <numerusform>%Ln days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Upscale</name>
    <message numerus="yes">
        <source>%Ln tile(s) of %1 px that overlap by %2, %3</source>
        <translation>
            <numerusform>%Ln tile of %1 px that overlap by %2, %3</numerusform>
            <numerusform>%Ln tiles of %1 px that overlap by %2, %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memory ran out %Ln time(s); tiles of half the side went on.</source>
        <translation>
            <numerusform>Memory ran out %Ln time; tiles of half the side went on.</numerusform>
            <numerusform>Memory ran out %Ln times; tiles of half the side went on.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::AddSeveralDialog</name>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln run(s)</source>
        <translation>
            <numerusform>Add %Ln run</numerusform>
            <numerusform>Add %Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::CheckpointList</name>
    <message numerus="yes">
        <source>%1 in %Ln file(s)</source>
        <translation>
            <numerusform>%1 in %Ln file</numerusform>
            <numerusform>%1 in %Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::CounselPanel</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Whether it helps is said after %Ln step(s).</source>
        <translation>
            <numerusform>Whether it helps is said after %Ln step.</numerusform>
            <numerusform>Whether it helps is said after %Ln steps.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::DatasetReportView</name>
    <message numerus="yes">
        <source>%Ln file(s), %1 %</source>
        <translation>
            <numerusform>%Ln file, %1 %</numerusform>
            <numerusform>%Ln files, %1 %</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::ExplorePage</name>
    <message numerus="yes">
        <source>Up to %Ln seed(s) with commas; each gets a row of its own. 0: the fixed latents</source>
        <translation>
            <numerusform>Up to %Ln seed with commas; each gets a row of its own. 0: the fixed latents</numerusform>
            <numerusform>Up to %Ln seeds with commas; each gets a row of its own. 0: the fixed latents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %Ln favourite(s) alone</source>
        <translation>
            <numerusform>Show the %Ln favourite alone</numerusform>
            <numerusform>Show the %Ln favourites alone</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::ExportDialog</name>
    <message numerus="yes">
        <source>Export %Ln item(s)</source>
        <translation>
            <numerusform>Export %Ln item</numerusform>
            <numerusform>Export %Ln items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %Ln file(s) replaced</source>
        <translation>
            <numerusform>, %Ln file replaced</numerusform>
            <numerusform>, %Ln files replaced</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::FileRow</name>
    <message numerus="yes">
        <source>%Ln file(s) written to %1</source>
        <translation>
            <numerusform>%Ln file written to %1</numerusform>
            <numerusform>%Ln files written to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 %Ln file(s) were written before.</source>
        <translation>
            <numerusform>%1 %Ln file was written before.</numerusform>
            <numerusform>%1 %Ln files were written before.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::FitDialog</name>
    <message numerus="yes">
        <source>%Ln combination(s) were forecast. Allow more, raise the budget or take a smaller model.</source>
        <translation>
            <numerusform>%Ln combination was forecast. Allow more, raise the budget or take a smaller model.</numerusform>
            <numerusform>%Ln combinations were forecast. Allow more, raise the budget or take a smaller model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln combination(s) were tried. All rows are forecasts; Measure this plan checks one with real %1.</source>
        <translation>
            <numerusform>%Ln combination was tried. All rows are forecasts; Measure this plan checks one with real %1.</numerusform>
            <numerusform>%Ln combinations were tried. All rows are forecasts; Measure this plan checks one with real %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::FitPlot</name>
    <message numerus="yes">
        <source>%Ln plan(s), peak from %1 to %2 %3, up to %4 %5; budget less reserve %6</source>
        <translation>
            <numerusform>%Ln plan, peak from %1 to %2 %3, up to %4 %5; budget less reserve %6</numerusform>
            <numerusform>%Ln plans, peak from %1 to %2 %3, up to %4 %5; budget less reserve %6</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::FitTrial</name>
    <message numerus="yes">
        <source>It ran out of memory %Ln time(s) and went on as %1.</source>
        <translation>
            <numerusform>It ran out of memory %Ln time and went on as %1.</numerusform>
            <numerusform>It ran out of memory %Ln times and went on as %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::LogPanel</name>
    <message numerus="yes">
        <source>%Ln line(s) are hidden by the level or the search.</source>
        <translation>
            <numerusform>%Ln line is hidden by the level or the search.</numerusform>
            <numerusform>%Ln lines are hidden by the level or the search.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s)</source>
        <translation>
            <numerusform>%Ln line</numerusform>
            <numerusform>%Ln lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln line(s)</source>
        <translation>
            <numerusform>%1 of %Ln line</numerusform>
            <numerusform>%1 of %Ln lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::QueueNotices</name>
    <message numerus="yes">
        <source>%Ln run(s) wait in the queue</source>
        <translation>
            <numerusform>The run waits in the queue</numerusform>
            <numerusform>%Ln runs wait in the queue</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunCompare</name>
    <message numerus="yes">
        <source>Compare %Ln run(s)</source>
        <translation>
            <numerusform>Compare %Ln run</numerusform>
            <numerusform>Compare %Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Curves of %Ln run(s)</source>
        <translation>
            <numerusform>Curves of %Ln run</numerusform>
            <numerusform>Curves of %Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) could not be read</source>
        <translation>
            <numerusform>%Ln run could not be read</numerusform>
            <numerusform>%Ln runs could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) could not be read</source>
        <translation>
            <numerusform>%Ln picture could not be read</numerusform>
            <numerusform>%Ln pictures could not be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::RunHeader</name>
    <message numerus="yes">
        <source>, %Ln window(s) and terminals watch it</source>
        <translation>
            <numerusform>, %Ln window or terminal watches it</numerusform>
            <numerusform>, %Ln windows and terminals watch it</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::SessionKeeper</name>
    <message numerus="yes">
        <source>%Ln staged edit(s)</source>
        <translation>
            <numerusform>%Ln staged edit</numerusform>
            <numerusform>%Ln staged edits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::StagedTray</name>
    <message numerus="yes">
        <source>%Ln staged edit(s)</source>
        <translation>
            <numerusform>%Ln staged edit</numerusform>
            <numerusform>%Ln staged edits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::StartPart</name>
    <message numerus="yes">
        <source>%Ln picture(s)</source>
        <translation>
            <numerusform>%Ln picture</numerusform>
            <numerusform>%Ln pictures</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::TakeSettingsDialog</name>
    <message numerus="yes">
        <source>Use %Ln setting(s)</source>
        <translation>
            <numerusform>Use %Ln setting</numerusform>
            <numerusform>Use %Ln settings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>headroom::ui::WalkPage</name>
    <message numerus="yes">
        <source>Through %Ln chosen end(s)</source>
        <translation>
            <numerusform>Through %Ln chosen end</numerusform>
            <numerusform>Through %Ln chosen ends</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Making %Ln frame(s)</source>
        <translation>
            <numerusform>Making %Ln frame</numerusform>
            <numerusform>Making %Ln frames</numerusform>
        </translation>
    </message>
</context>
</TS>
