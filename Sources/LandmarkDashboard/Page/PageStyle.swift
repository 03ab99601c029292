/// How the page looks, in light and dark, from 320 pixels of width on.
enum PageStyle {
    static let text = base + layout + parts + state + HistoryStyle.text

    /// Colors by their purpose, and type.
    private static let base = #"""
        :root {
          --page: #f6f7f9; --card: #fff; --edge: #dde2e8; --grid: #e9edf1;
          --strong: #14202b; --plain: #3b4956; --faint: #5d6a76;
          --accent: #1f6fd0; --on-accent: #fff;
          --good: #17794a; --warning: #8a5a00; --alarm: #c8102e; --on-alarm: #fff;
          --first: #1f6fd0; --second: #b4540a; --track: #e4e9ee;
          font: 15px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC",
            "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #0f1318; --card: #181e26; --edge: #2b3541; --grid: #252e39;
            --strong: #f2f5f8; --plain: #c3cdd7; --faint: #8f9dab;
            --accent: #6fb0ff; --on-accent: #0b1016;
            --good: #5bd39a; --warning: #f3c15a; --alarm: #ff5a6a; --on-alarm: #17060a;
            --first: #6fb0ff; --second: #ffae66; --track: #2b3541;
          }
        }
        *, *::before, *::after { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body { margin: 0; background: var(--page); color: var(--plain);
          -webkit-text-size-adjust: 100%; }
        h1, h2, h3, p, ol, dl, dd, figure { margin: 0; padding: 0; }
        button, select, input { font: inherit; color: inherit; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        .number { font-variant-numeric: tabular-nums; }
        .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden;
          clip-path: inset(50%); white-space: nowrap; }
        """#

    private static let layout = #"""
        header, main { max-width: 1360px; margin: 0 auto; padding: 0 20px; }
        header { display: flex; align-items: center; gap: 12px 20px; padding-top: 14px;
          padding-bottom: 14px; flex-wrap: wrap; }
        .brand { display: flex; align-items: center; gap: 9px; min-width: 0; }
        .brand svg { flex: none; color: var(--accent); }
        h1 { font-size: 16px; font-weight: 650; color: var(--strong); letter-spacing: -.01em; }
        .input { color: var(--faint); overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
          min-width: 0; }
        #task { width: 184px; }
        a { color: var(--accent); }
        .to { font-size: 14px; padding: 12px 0; }
        .problems { grid-column: 1 / -1; list-style: none; margin: 0; padding: 10px 16px; display: grid; gap: 6px;
          border: 1px solid var(--alarm); border-left-width: 6px; border-radius: 8px;
          background: var(--card); color: var(--strong); font-size: 14px; }
        .problems strong { color: var(--alarm); } .problems small { color: var(--faint); }
        .link { margin-left: auto; white-space: nowrap; display: flex; align-items: center; gap: 8px; font-size: 13px;
          color: var(--faint); }
        .link::before { content: ""; width: 9px; height: 9px; border-radius: 50%;
          border: 2px solid var(--faint); }
        .link[data-phase=running]::before { background: var(--good); border-color: var(--good); }
        .link[data-phase=failed]::before, .link[data-phase=lost]::before {
          background: var(--alarm); border-color: var(--alarm); border-radius: 0; }
        main { display: grid; gap: 20px; padding-bottom: 28px;
          grid-template-columns: minmax(0, 1fr) 380px; align-items: start; }
        .column { display: grid; gap: 20px; min-width: 0; }
        .card { background: var(--card); border: 1px solid var(--edge); border-radius: 12px;
          padding: 16px; min-width: 0; }
        h2 { font-size: 13px; font-weight: 600; color: var(--strong); margin-bottom: 12px; }
        @media (max-width: 900px) {
          header, main { padding-left: 12px; padding-right: 12px; }
          main, .column { gap: 12px; }
          main { grid-template-columns: minmax(0, 1fr); }
          .input { order: 3; flex-basis: 100%; }
          .column { display: contents; }
          .stage { order: 1; } #state { order: 2; } .controls { order: 3; } #charts { order: 4; }
          #events-card { order: 5; } #stats { order: 6; } .share { order: 7; } .remark { order: 8; }
        }
        """#

    private static let parts = #"""
        .stage { position: relative; width: 100%; overflow: hidden; border-radius: 12px; background: #0b1016;
          aspect-ratio: 4 / 3; max-height: 74vh; border: 1px solid var(--edge); }
        .stage canvas { display: block; width: 100%; height: 100%; }
        .stage.alarm { box-shadow: 0 0 0 3px var(--alarm); }
        .note { position: absolute; inset: 0; display: grid; place-content: center;
          justify-items: center; gap: 14px; text-align: center; padding: 24px; color: #c3cdd7; }
        .bar { position: absolute; left: 0; right: 0; top: 0; display: flex; align-items: center;
          gap: 10px; padding: 8px 12px; color: #f2f5f8; background: rgb(11 16 22 / .72);
          font-size: 14px; }
        .bar .right { margin-left: auto; color: #b9c4ce; }
        .chip { min-width: 24px; height: 24px; padding: 0 7px; border-radius: 6px; display: grid;
          place-content: center; font-weight: 700; color: #0b1016; background: #b9c4ce; }
        .strip { position: absolute; left: 0; right: 0; top: 40px; height: 4px; display: grid;
          grid-template-columns: repeat(5, 1fr); gap: 2px; }
        .strip i { background: rgb(255 255 255 / .2); overflow: hidden; }
        .strip b { display: block; height: 100%; width: 0; background: currentColor; }
        .banner { position: absolute; left: 0; right: 0; bottom: 0; padding: 12px 16px; display: flex;
          gap: 12px; align-items: center; justify-content: center; background: #c8102e;
          color: #fff; font-weight: 700; font-size: 20px; letter-spacing: .02em; }
        .banner[data-rank=caution] { background: #f3c15a; color: #2a1c00; }
        .banner[data-rank=notice] { background: #39444f; color: #f2f5f8; }
        .controls { display: flex; flex-wrap: wrap; gap: 10px 12px; align-items: end; }
        .field { display: grid; gap: 4px; font-size: 12px; color: var(--faint); min-width: 0; }
        select, button { min-height: 44px; border-radius: 8px; border: 1px solid var(--edge);
          background: var(--card); color: var(--strong); padding: 0 12px; font-size: 15px; }
        select { padding: 0 6px 0 10px; max-width: 100%; }
        button { font-weight: 600; cursor: pointer; }
        button:hover, select:hover { border-color: var(--faint); }
        button.main { background: var(--accent); border-color: var(--accent);
          color: var(--on-accent); min-width: 92px; }
        button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); }
        .push { margin-left: auto; }
        .stats { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 16px; }
        dt { font-size: 12px; color: var(--faint); }
        dd { font-size: 20px; color: var(--strong); font-weight: 600; letter-spacing: -.01em; }
        dd small { font-size: 13px; font-weight: 400; color: var(--faint); }
        .times { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 14px; padding-top: 12px;
          border-top: 1px solid var(--grid); font-size: 13px; color: var(--faint); }
        .times b { color: var(--plain); font-weight: 500; }
        @media (max-width: 560px) {
          .stats { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 12px; }
          .controls { display: grid; grid-template-columns: 1fr 1fr; }
          #sound { order: -1; } #run { order: -2; } .field.wide { grid-column: 1 / -1; }
          .field select, #task { width: 100%; }
          .push { margin-left: 0; }
          .banner { font-size: 17px; }
        }
        """#

    private static let state = #"""
        .head { display: flex; align-items: baseline; gap: 10px; }
        .big { font-size: 44px; line-height: 1; font-weight: 650; color: var(--strong);
          letter-spacing: -.03em; }
        .of { color: var(--faint); }
        .pill { margin-left: auto; align-self: center; padding: 3px 10px; border-radius: 999px;
          border: 1px solid var(--edge); font-size: 13px; color: var(--plain); }
        .rows { display: grid; gap: 6px; margin-top: 14px; font-size: 14px; }
        .rows div { display: flex; gap: 12px; justify-content: space-between; }
        .rows dt { font-size: 14px; white-space: nowrap; } .rows dd { font-size: 14px; font-weight: 500; text-align: right; }
        .form { margin-top: 12px; padding: 8px 12px; border-radius: 8px; font-weight: 600;
          color: var(--warning); border: 1px solid currentColor; }
        .charts { display: grid; gap: 14px; }
        .chart figcaption { display: flex; gap: 12px; align-items: baseline; font-size: 13px;
          color: var(--faint); margin-bottom: 4px; }
        .chart figcaption b { margin-left: auto; font-weight: 600; color: var(--strong); }
        .chart i.key { display: inline-block; width: 14px; height: 0; margin: 0 5px 3px 0;
          border-top: 2px solid var(--first); }
        .chart i.key.second { border-top: 2px dashed var(--second); }
        .chart canvas { display: block; width: 100%; height: 76px; }
        .chart.tall canvas { height: 132px; }
        .chart + .chart { border-top: 1px solid var(--grid); padding-top: 12px; }
        .events { list-style: none; max-height: 300px; overflow-y: auto; margin: 0 -16px -16px;
          border-top: 1px solid var(--grid); font-size: 14px; }
        .events li { display: grid; grid-template-columns: 52px 10px 1fr; gap: 8px; padding: 7px 16px;
          align-items: baseline; }
        .events li + li { border-top: 1px solid var(--grid); }
        .events time { color: var(--faint); font-size: 13px; }
        .events li::before { content: ""; order: 1; width: 8px; height: 8px; border-radius: 50%;
          border: 2px solid var(--faint); align-self: center; }
        .events li time { order: 0; } .events li span { order: 2; color: var(--plain); }
        .events li[data-rank=alarm]::before { background: var(--alarm); border-color: var(--alarm);
          border-radius: 0; transform: rotate(45deg) scale(.9); }
        .events li[data-rank=alarm] span { color: var(--alarm); font-weight: 600; }
        .events li[data-rank=caution]::before { background: var(--warning);
          border-color: var(--warning); border-radius: 1px; }
        .empty { color: var(--faint); font-size: 14px; }
        .share summary { cursor: pointer; min-height: 44px; display: flex; align-items: center; }
        .share svg { display: block; width: min(100%, 240px); background: #fff; fill: #000; }
        .share svg[hidden] { display: none; }
        .share a, .share code { overflow-wrap: anywhere; font-size: 12px; }
        .remark { font-size: 12px; color: var(--faint); }
        @media (prefers-reduced-motion: no-preference) {
          .banner[data-rank=alarm] { animation: beat 1s ease-in-out infinite; }
          @keyframes beat { 50% { background: #8f0b20; } }
        }
        """#
}
