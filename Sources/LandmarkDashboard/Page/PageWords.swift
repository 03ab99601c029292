/// What the page says, in English, German and Chinese.
enum PageWords {
    static let script = #"""
        const wordsByLanguage = {
        en: {history:"Recordings",share:"Open on a phone",shareCode:"QR code with the address of this page",fingerprint:"SHA-256 fingerprint of the certificate, which the browser's warning shows, too:",camera:"Camera:",starved:"Too few images from the camera",starvedRate:n=>`The camera sends ${n} frame${n === "1" ? "" : "s"} a second`,supplied:"The camera sends enough images again",alertUnknown:"unknown",
          hiddenCamera:"This page is the camera: while it is hidden, the browser sends hardly any images.",recording:"Recording waits:",publishing:"Publishing waits:",
          problems:{full:"The disk is full.",locked:"Another program has locked the file.",damaged:"The file is damaged: nothing more is recorded.",broker:"The broker cannot be reached, or refuses.",starved:"Too few images come to judge by."},
          task:"Task",model:"Model",smoothing:"Smoothing",mirror:"Mirror",start:"Start",stop:"Stop",
          soundOn:"Sound on",soundOff:"Sound off",soundWaits:"Tap for sound",
          measurements:"Measurements",rate:"Frame rate",latency:"Camera to screen",shown:"On this screen",
          dropped:"Dropped",events:"Events",noEvents:"Nothing has happened yet.",
          useCamera:"Use this camera",switchCamera:"Switch camera",
          starting:"Starting",running:"Running",stopped:"Stopped",ended:"The input has ended",
          failed:"Failed",lost:"Connection lost; trying again",connecting:"Connecting",
          waiting:"Waiting for the first image",cameraBusy:"Another browser is the camera.",
          cameraNo:"The camera cannot be used",cameraSecure:"Browsers give their camera to encrypted pages and to this machine only.",
          pose:"Pose",hand:"Hands",face:"Face",drive:"Driver",exercise:"Exercise",exercises:"Exercises",
          lite:"lite",full:"full",heavy:"heavy",mediapipe:"MediaPipe","one-euro":"One Euro",off:"off",usual:"as started",
          found:"found",noOne:"No one in sight",left:"left",right:"right",
          score:"Score",confidence:"Confidence",limited:"limited",level:"Level",unknown:"level unknown",of100:"of 100",
          openness:"Eyes open",perclos:"PERCLOS, 60 s",head:"Head",pitch:"pitch",yaw:"yaw",eyes:"Eyes",
          closedFor:"closed for",open:"open",unreadable:"not readable",noFace:"no face",blinks:"Blinks",perMinute:"/min",yawns:"Yawns, 5 min",
          alertLabel:"Alert",noAlert:"none",repetitions:"repetitions",best:"best",
          angle:"Angle",height:"Distance",tempo:"Tempo",duration:"Duration",lastRep:"Last repetition",
          down:"down",bottom:"bottom",up:"up",top:"top",view:"Live image with drawing",secondsAgo:"last 60 s",
          driveRemark:"The score has not been validated on drowsy drivers. This is not a safety device.",
          exerciseRemark:"This is not a medical device. The angles of one camera err by 10° to 25°.",
          levels:["awake","slight","moderate","severe","critical"],
          alerts:{UNRESPONSIVE:"Driver does not react",SLEEP:"Asleep",MICROSLEEP:"Microsleep",FATIGUE:"Fatigue",
            DISTRACTION_LONG:"Eyes off the road",PHONE_LIKE:"Phone?",DISTRACTION_SHORT:"Often off the road",DEGRADED:"Driver out of sight"}},
        de: {history:"Aufnahmen",share:"Auf einem Telefon öffnen",shareCode:"QR-Code mit der Adresse dieser Seite",fingerprint:"SHA-256-Fingerabdruck des Zertifikats, den auch die Warnung des Browsers zeigt:",camera:"Kamera:",starved:"Zu wenige Bilder von der Kamera",starvedRate:n=>`Die Kamera sendet ${n} ${n === "1" ? "Bild" : "Bilder"} in der Sekunde`,supplied:"Die Kamera sendet wieder genug Bilder",alertUnknown:"unbekannt",
          hiddenCamera:"Diese Seite ist die Kamera: Solange sie verdeckt ist, sendet der Browser kaum Bilder.",recording:"Die Aufnahme wartet:",publishing:"Das Senden wartet:",
          problems:{full:"Der Datenträger ist voll.",locked:"Ein anderes Programm sperrt die Datei.",damaged:"Die Datei ist beschädigt: Nichts wird mehr aufgenommen.",broker:"Der Broker ist nicht erreichbar oder lehnt ab.",starved:"Für ein Urteil kommen zu wenige Bilder."},
          task:"Aufgabe",model:"Modell",smoothing:"Glättung",mirror:"Spiegeln",start:"Start",stop:"Stopp",
          soundOn:"Ton an",soundOff:"Ton aus",soundWaits:"Für Ton tippen",
          measurements:"Messwerte",rate:"Bildrate",latency:"Kamera bis Schirm",shown:"Auf diesem Schirm",
          dropped:"Ausgelassen",events:"Ereignisse",noEvents:"Noch ist nichts geschehen.",
          useCamera:"Diese Kamera benutzen",switchCamera:"Kamera wechseln",
          starting:"Startet",running:"Läuft",stopped:"Angehalten",ended:"Die Eingabe ist zu Ende",
          failed:"Fehlgeschlagen",lost:"Verbindung verloren; neuer Versuch",connecting:"Verbindet",
          waiting:"Wartet auf das erste Bild",cameraBusy:"Ein anderer Browser ist die Kamera.",
          cameraNo:"Die Kamera ist nicht benutzbar",cameraSecure:"Browser geben ihre Kamera nur verschlüsselten Seiten und diesem Rechner.",
          pose:"Pose",hand:"Hände",face:"Gesicht",drive:"Fahrer",exercise:"Übung",exercises:"Übungen",
          lite:"leicht",full:"voll",heavy:"schwer",mediapipe:"MediaPipe","one-euro":"One Euro",off:"aus",usual:"wie gestartet",
          found:"gefunden",noOne:"Niemand zu sehen",left:"links",right:"rechts",
          score:"Wert",confidence:"Vertrauen",limited:"begrenzt",level:"Stufe",unknown:"Stufe unbekannt",of100:"von 100",
          openness:"Augen offen",perclos:"PERCLOS, 60 s",head:"Kopf",pitch:"Neigung",yaw:"Drehung",eyes:"Augen",
          closedFor:"zu seit",open:"offen",unreadable:"nicht lesbar",noFace:"kein Gesicht",blinks:"Lidschläge",perMinute:"/min",yawns:"Gähnen, 5 min",
          alertLabel:"Warnung",noAlert:"keine",repetitions:"Wiederholungen",best:"bestes",
          angle:"Winkel",height:"Abstand",tempo:"Tempo",duration:"Dauer",lastRep:"Letzte Wiederholung",
          down:"ab",bottom:"unten",up:"auf",top:"oben",view:"Livebild mit Zeichnung",secondsAgo:"letzte 60 s",
          driveRemark:"Der Wert wurde nicht an schläfrigen Fahrern geprüft. Dies ist kein Sicherheitsgerät.",
          exerciseRemark:"Dies ist kein Medizinprodukt. Die Winkel einer Kamera irren um 10° bis 25°.",
          levels:["wach","leicht","mäßig","stark","kritisch"],
          alerts:{UNRESPONSIVE:"Fahrer reagiert nicht",SLEEP:"Eingeschlafen",MICROSLEEP:"Sekundenschlaf",FATIGUE:"Müdigkeit",
            DISTRACTION_LONG:"Blick nicht auf der Straße",PHONE_LIKE:"Telefon?",DISTRACTION_SHORT:"Oft abgelenkt",DEGRADED:"Fahrer nicht zu sehen"}},
        zh: {history:"录制记录",share:"在手机上打开",shareCode:"此页面地址的二维码",fingerprint:"证书的 SHA-256 指纹，浏览器的警告中也会显示：",camera:"摄像头：",starved:"摄像头图像过少",starvedRate:n=>`摄像头每秒发送 ${n} 帧`,supplied:"摄像头图像已恢复",alertUnknown:"未知",
          hiddenCamera:"此页面是摄像头：隐藏时浏览器几乎不发送图像。",recording:"录制等待中：",publishing:"发布等待中：",
          problems:{full:"磁盘已满。",locked:"文件被其他程序锁定。",damaged:"文件已损坏，不再录制。",broker:"无法连接代理服务器，或被其拒绝。",starved:"图像过少，无法判断。"},
          task:"任务",model:"模型",smoothing:"平滑",mirror:"镜像",start:"开始",stop:"停止",
          soundOn:"声音开",soundOff:"声音关",soundWaits:"点击以启用声音",
          measurements:"测量值",rate:"帧率",latency:"摄像头到屏幕",shown:"本屏幕",
          dropped:"丢弃",events:"事件",noEvents:"尚无事件。",
          useCamera:"使用此摄像头",switchCamera:"切换摄像头",
          starting:"正在启动",running:"运行中",stopped:"已停止",ended:"输入已结束",
          failed:"失败",lost:"连接断开，正在重试",connecting:"正在连接",
          waiting:"等待第一幅图像",cameraBusy:"另一个浏览器正在作为摄像头。",
          cameraNo:"无法使用摄像头",cameraSecure:"浏览器只允许加密页面和本机使用摄像头。",
          pose:"姿态",hand:"手",face:"面部",drive:"驾驶员",exercise:"锻炼",exercises:"锻炼",
          lite:"轻量",full:"标准",heavy:"精确",mediapipe:"MediaPipe","one-euro":"One Euro",off:"关",usual:"启动时设置",
          found:"已检测",noOne:"未见到人",left:"左",right:"右",
          score:"疲劳分数",confidence:"置信度",limited:"受限",level:"等级",unknown:"等级未知",of100:"/ 100",
          openness:"睁眼程度",perclos:"PERCLOS，60 秒",head:"头部",pitch:"俯仰",yaw:"偏转",eyes:"眼睛",
          closedFor:"闭合",open:"睁开",unreadable:"无法读取",noFace:"未见面部",blinks:"眨眼",perMinute:"次/分",yawns:"哈欠，5 分钟",
          alertLabel:"警报",noAlert:"无",repetitions:"次",best:"最佳",
          angle:"角度",height:"距离",tempo:"节奏",duration:"时长",lastRep:"上一次",
          down:"下",bottom:"底",up:"上",top:"顶",view:"带标注的实时图像",secondsAgo:"最近 60 秒",
          driveRemark:"该分数未在困倦驾驶员身上验证。本程序不是安全装置。",
          exerciseRemark:"本程序不是医疗器械。单摄像头角度误差为 10° 至 25°。",
          levels:["清醒","轻微","中等","严重","危急"],
          alerts:{UNRESPONSIVE:"驾驶员无反应",SLEEP:"睡着",MICROSLEEP:"微睡眠",FATIGUE:"疲劳",
            DISTRACTION_LONG:"视线离开道路",PHONE_LIKE:"手机？",DISTRACTION_SHORT:"频繁分心",DEGRADED:"看不到驾驶员"}}};
        const language = (navigator.languages || [navigator.language]).map(l => l.slice(0, 2))
          .find(l => wordsByLanguage[l]) || "en";
        const words = wordsByLanguage[language];
        document.documentElement.lang = language === "zh" ? "zh-Hans" : language;
        const element = id => document.getElementById(id);
        const fillWords = () => {
          for (const e of document.querySelectorAll("[data-word]")) e.textContent = words[e.dataset.word];
        };
        fillWords();
        element("view").setAttribute("aria-label", words.view);
        // Adding 0 makes 0 of −0, which would be shown with its sign.
        const numbers = {};
        const number = (value, places = 0) => value == null ? "–" : (numbers[places] ||=
          new Intl.NumberFormat(language, {minimumFractionDigits: places,
            maximumFractionDigits: places})).format(+(+value).toFixed(places) + 0);
        const setText = (e, text) => { if (e.textContent !== text) e.textContent = text; };
        """#
}
