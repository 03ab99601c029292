/// What the page of recorded sessions says beside what the live page says.
enum HistoryWords {
    static let script = #"""
        Object.assign(words, {
        en: {live:"Live",sessions:"Recorded sessions",compare:"Compare two",choose:"Compare",began:"Began",
          frames:"Frames",input:"Input",size:"Size",more:"More",back:"All sessions",scrub:"Time in the session",
          play:"Play",pause:"Pause",about:"About this session",exportCSV:"CSV",exportJSON:"JSON Lines",
          report:"Report",noReport:"No report",delete:"Delete",keep:"Keep",noSessions:"Nothing has been recorded.",
          noEventsThen:"Nothing happened.",onlyBlinks:"Only blinks, which are not listed.",readOnly:"Nothing can be deleted while this recording runs.",
          confirmDelete:"Delete session {} with all its results? This cannot be undone.",deleted:"Session {} is deleted.",
          isRecording:"Recording",unfinished:"not ended properly, or still running",program:"Program",
          settings:"Settings",lostFrames:"Lost frames",lostImages:"Lost images",ofTime:"of",scrubBoth:"Time in both sessions",figures:"Figures",
          nothingThen:"Nothing was found then.",session:"Session",
          twoOfOne:"Two sessions of the same task can be compared.",
          figure:"Figure",repCount:"Repetitions",repSeconds:"Mean repetition, s",repRange:"Mean range of motion",
          repFaults:"Repetitions with faults",holdBest:"Longest hold, s",maxScore:"Highest score",meanOpenness:"Mean eyes open, %"},
        de: {live:"Live",sessions:"Aufgenommene Sitzungen",compare:"Zwei vergleichen",choose:"Vergleichen",began:"Beginn",
          frames:"Bilder",input:"Eingabe",size:"Größe",more:"Mehr",back:"Alle Sitzungen",scrub:"Zeit in der Sitzung",
          play:"Abspielen",pause:"Anhalten",about:"Über diese Sitzung",exportCSV:"CSV",exportJSON:"JSON Lines",
          report:"Bericht",noReport:"Kein Bericht",delete:"Löschen",keep:"Behalten",noSessions:"Es ist nichts aufgenommen.",
          noEventsThen:"Es ist nichts geschehen.",onlyBlinks:"Nur Lidschläge, die nicht aufgeführt werden.",readOnly:"Während diese Aufnahme läuft, kann nichts gelöscht werden.",
          confirmDelete:"Sitzung {} mit allen Ergebnissen löschen? Das lässt sich nicht rückgängig machen.",deleted:"Sitzung {} ist gelöscht.",
          isRecording:"Nimmt auf",unfinished:"nicht ordentlich beendet, oder sie läuft noch",program:"Programm",
          settings:"Einstellungen",lostFrames:"Verlorene Bilder",lostImages:"Verlorene Standbilder",ofTime:"von",scrubBoth:"Zeit in beiden Sitzungen",figures:"Kennzahlen",
          nothingThen:"Zu dieser Zeit wurde nichts gefunden.",session:"Sitzung",
          twoOfOne:"Vergleichen lassen sich zwei Sitzungen derselben Aufgabe.",
          figure:"Kennzahl",repCount:"Wiederholungen",repSeconds:"Mittlere Wiederholung, s",repRange:"Mittlerer Bewegungsumfang",
          repFaults:"Wiederholungen mit Fehlern",holdBest:"Längstes Halten, s",maxScore:"Höchster Wert",meanOpenness:"Augen offen im Mittel, %"},
        zh: {live:"实时",sessions:"录制的会话",compare:"比较两个",choose:"比较",began:"开始时间",
          frames:"帧数",input:"输入",size:"大小",more:"更多",back:"全部会话",scrub:"会话中的时间",
          play:"播放",pause:"暂停",about:"关于此会话",exportCSV:"CSV",exportJSON:"JSON Lines",
          report:"报告",noReport:"无报告",delete:"删除",keep:"保留",noSessions:"尚无录制内容。",
          noEventsThen:"没有发生任何事件。",onlyBlinks:"只有眨眼，未列出。",readOnly:"录制进行时不能删除。",
          confirmDelete:"删除会话 {} 及其全部结果？此操作无法撤销。",deleted:"会话 {} 已删除。",
          isRecording:"正在录制",unfinished:"未正常结束，或仍在进行",program:"程序",
          settings:"设置",lostFrames:"丢失的帧",lostImages:"丢失的图片",ofTime:"/",scrubBoth:"两个会话中的时间",figures:"数据",
          nothingThen:"此刻未检测到内容。",session:"会话",
          twoOfOne:"只能比较同一任务的两个会话。",
          figure:"项目",repCount:"次数",repSeconds:"平均每次，秒",repRange:"平均活动范围",
          repFaults:"有错误的次数",holdBest:"最长保持，秒",maxScore:"最高分数",meanOpenness:"平均睁眼程度，%"}}[language]);
        fillWords();
        words.view = words.session;
        """#
}
