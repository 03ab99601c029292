/// How recorded sessions look.
enum HistoryStyle {
    static let text = #"""
        main.list, main.comparison { grid-template-columns: minmax(0, 1fr); }
        .failure { max-width: 1320px; margin: 0 auto 16px; padding: 10px 16px; border: 1px solid var(--alarm);
          border-left-width: 6px; border-radius: 8px; background: var(--card); color: var(--strong); }
        .title { display: flex; justify-content: space-between; align-items: center; gap: 12px; margin-bottom: 8px; }
        .title h2 { margin: 0; }
        button:disabled { opacity: .5; cursor: default; }
        table { width: 100%; border-collapse: collapse; font-size: 14px; }
        th { text-align: left; font-weight: 500; font-size: 12px; color: var(--faint); padding: 6px 10px; }
        td { padding: 9px 10px; border-top: 1px solid var(--grid); color: var(--plain);
          overflow-wrap: anywhere; }
        td a { font-weight: 600; }
        input[type=checkbox] { width: 20px; height: 20px; margin: 0; display: block; accent-color: var(--accent); }
        .figures { max-width: 720px; } .figures td { font-weight: 600; color: var(--strong); }
        .figures th[scope=row] { font-size: 14px; border-top: 1px solid var(--grid); }
        .back { font-size: 14px; }
        .scrub { display: flex; align-items: center; gap: 14px; }
        .scrub input { flex: 1; min-width: 0; height: 40px; accent-color: var(--accent); }
        .scrub output { white-space: nowrap; color: var(--plain); font-size: 14px; }
        .links { display: flex; flex-wrap: wrap; gap: 10px 18px; align-items: center; margin-top: 16px; }
        .links button { margin-left: auto; }
        .links a { padding: 8px 0; font-weight: 600; }
        #read-only { margin-top: 8px; }
        .history .events li { display: block; padding: 0; border-left: 3px solid transparent; }
        .history .events li::before { content: none; }
        .history .events li[aria-current] { border-left-color: var(--accent); background: var(--page); }
        .events button { display: grid; grid-template-columns: 52px 10px 1fr; gap: 8px; width: 100%; border: 0;
          background: none; text-align: left; padding: 7px 13px; font-weight: 400; font-size: 14px;
          align-items: center; border-radius: 0; min-height: 36px; }
        .events button::before { content: ""; order: 1; width: 8px; height: 8px; border-radius: 50%;
          border: 2px solid var(--faint); }
        .events button time { order: 0; } .events button span { order: 2; color: var(--plain); }
        .events li[data-rank=alarm] button::before { background: var(--alarm); border-color: var(--alarm);
          border-radius: 0; transform: rotate(45deg) scale(.9); }
        .events li[data-rank=caution] button::before { background: var(--warning);
          border-color: var(--warning); border-radius: 1px; }
        .history .chart canvas { touch-action: pan-y; cursor: col-resize; }
        .pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 20px; align-items: start; }
        .pair h2 { font-size: 14px; overflow-wrap: anywhere; }
        i.key { display: inline-block; width: 14px; height: 0; margin: 0 7px 4px 0;
          border-top: 2px solid var(--first); }
        i.key.second { border-top: 2px dashed var(--second); }
        dialog { border: 1px solid var(--edge); border-radius: 12px; background: var(--card); color: var(--strong);
          max-width: min(420px, 90vw); padding: 20px; }
        dialog::backdrop { background: rgb(0 0 0 / .5); }
        dialog form { display: flex; justify-content: flex-end; gap: 12px; margin-top: 20px; }
        button.danger { background: var(--alarm); border-color: var(--alarm); color: var(--on-alarm); }
        @media (max-width: 900px) {
          #scrub-card { order: 1; } #about-card { order: 6; }
          .failure { margin-left: 12px; margin-right: 12px; }
        }
        @media (max-width: 700px) {
          .pair { gap: 10px; }
          #sessions thead { display: none; }
          #sessions tr { display: grid; grid-template-columns: 32px 1fr 1fr; gap: 2px 8px; padding: 10px 0;
            border-top: 1px solid var(--grid); }
          #sessions td { border: 0; padding: 2px 0; }
          #sessions td:nth-child(1) { grid-row: span 4; } #sessions td:nth-child(2) { grid-column: 2 / -1; }
          #sessions td:nth-child(n+3)::before { content: attr(data-name); display: block; font-size: 11px;
            color: var(--faint); }
        }
        """#
}
