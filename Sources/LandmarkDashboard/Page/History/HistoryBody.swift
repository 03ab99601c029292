/// What is on the page of recorded sessions: the list, one session, and two side by side.
enum HistoryBody {
    static let text = #"""
        <body class="history">
        <header>
          \#(PageBody.brand)
          <span class="input" id="input"></span>
          <a href="/" class="to" id="live" hidden data-word="live"></a>
          <span class="link" id="status" role="status"></span>
        </header>
        <p class="failure" id="failure" role="alert" hidden></p>
        <main class="list" id="list" hidden>
          <section class="card" aria-labelledby="list-title">
            <div class="title"><h2 id="list-title" data-word="sessions"></h2>
              <button id="compare" disabled data-word="compare"></button></div>
            <p class="empty" id="no-sessions" hidden data-word="noSessions"></p>
            <table id="sessions" class="number" hidden>
              <thead><tr><th><span class="spoken" data-word="choose"></span></th><th data-word="began"></th>
                <th data-word="task"></th><th data-word="duration"></th><th data-word="frames"></th>
                <th data-word="events"></th><th data-word="input"></th><th data-word="size"></th></tr></thead>
              <tbody id="rows-of-sessions"></tbody>
            </table>
            <button id="more" hidden data-word="more"></button>
          </section>
        </main>
        <main id="session" hidden>
          <div class="column">
            <nav class="back"><a href="#" data-word="back"></a></nav>
            <section class="stage" id="stage">
              <canvas id="view" role="img"></canvas>
              \#(PageBody.bar)
              <div class="note" id="note"><p id="note-text"></p></div>
              \#(PageBody.banner)
            </section>
            <section class="card scrub" id="scrub-card" aria-labelledby="scrub-title">
              <h2 class="spoken" id="scrub-title" data-word="scrub"></h2>
              <button class="main" id="play"></button>
              <input type="range" id="scrub" min="0" value="0" step="40">
              <output class="number" id="time" for="scrub"></output>
            </section>
            <section class="card" id="about-card" aria-labelledby="about-title">
              <h2 id="about-title" data-word="about"></h2>
              <dl class="rows number" id="about"></dl>
              <p class="links"><a id="export-csv" download data-word="exportCSV"></a>
                <a id="export-json" download data-word="exportJSON"></a>
                <a id="report" target="_blank" rel="noopener" data-word="report"></a>
                <span class="empty" id="no-report" data-word="noReport"></span>
                <button id="delete" data-word="delete"></button></p>
              <p class="empty" id="read-only" hidden data-word="readOnly"></p>
            </section>
          </div>
          <div class="column">
            \#(PageBody.state)
            <section class="card" id="events-card" aria-labelledby="events-title">
              <h2 id="events-title" data-word="events"></h2>
              <p class="empty" id="no-events" data-word="noEventsThen"></p>
              <ol class="events number" id="events" tabindex="0" hidden></ol>
            </section>
            <p class="remark" id="remark"></p>
          </div>
        </main>
        <main class="comparison" id="comparison" hidden>
          <nav class="back"><a href="#" data-word="back"></a></nav>
          <div class="pair">
            <section aria-labelledby="title-a"><h2 id="title-a"></h2>
              <div class="stage" id="stage-a"><canvas id="view-a" role="img"></canvas>
                <div class="note" id="note-a"><p></p></div></div></section>
            <section aria-labelledby="title-b"><h2 id="title-b"></h2>
              <div class="stage" id="stage-b"><canvas id="view-b" role="img"></canvas>
                <div class="note" id="note-b"><p></p></div></div></section>
          </div>
          <section class="card scrub" aria-labelledby="scrub-both-title">
            <h2 class="spoken" id="scrub-both-title" data-word="scrubBoth"></h2>
            <button class="main" id="play-both"></button>
            <input type="range" id="scrub-both" min="0" value="0" step="40">
            <output class="number" id="time-both" for="scrub-both"></output>
          </section>
          <section class="card charts" id="charts-both" hidden></section>
          <section class="card" aria-labelledby="figures-title">
            <h2 id="figures-title" data-word="figures"></h2>
            <table class="number figures" id="figures"></table>
          </section>
        </main>
        <dialog id="confirm" aria-labelledby="confirm-text">
          <p id="confirm-text"></p>
          <form method="dialog"><button value="no" data-word="keep"></button>
            <button class="main danger" value="yes" data-word="delete"></button></form>
        </dialog>
        <div class="spoken" role="alert" id="alert"></div>
        <div class="spoken" aria-live="polite" id="said"></div>
        </body>
        """#
}
