/// What is on the page. Texts with `data-word` are put in by the script, in the reader's language.
enum PageBody {
    static let text = #"""
        <body>
        <header>
          \#(brand)
          <span class="input" id="input"></span>
          <a href="/history" class="to" id="history" hidden data-word="history"></a>
          <span class="link" id="link" data-phase="starting" role="status"></span>
        </header>
        <main>
          <p class="problems" id="hidden-camera" role="alert" hidden data-word="hiddenCamera"></p>
          <ul class="problems" id="problems" role="alert" hidden></ul>
          <div class="column">
            <section class="stage" id="stage">
              <canvas id="view" role="img"></canvas>
              \#(bar)
              <div class="note" id="note"><p id="note-text"></p>
                <button class="main" id="camera-start" hidden data-word="useCamera"></button></div>
              \#(banner)
            </section>
            <section class="card controls" aria-label="Controls" id="controls">
              <button class="main" id="run"></button>
              <label class="field wide"><span data-word="task"></span><select id="task"></select></label>
              <label class="field" id="model-field"><span data-word="model"></span><select
                id="model"></select></label>
              <label class="field"><span data-word="smoothing"></span><select
                id="smoothing"></select></label>
              <button id="mirror" aria-pressed="false" data-word="mirror"></button>
              <button id="switch" hidden data-word="switchCamera"></button>
              <button id="sound" class="push" aria-pressed="true"></button>
            </section>
            <section class="card" id="stats" aria-labelledby="stats-title">
              <h2 class="spoken" id="stats-title" data-word="measurements"></h2>
              <dl class="stats number">
                <div><dt data-word="rate"></dt><dd><span id="rate">–</span> <small>fps</small></dd></div>
                <div><dt data-word="latency"></dt><dd><span id="latency">–</span> <small>ms</small></dd></div>
                <div><dt data-word="shown"></dt><dd><span id="shown">–</span> <small>fps</small></dd></div>
                <div><dt data-word="dropped"></dt><dd id="dropped">–</dd></div>
              </dl>
              <p class="times number" id="times" hidden></p>
            </section>
          </div>
          <div class="column">
            \#(state)
            <section class="card" id="events-card" aria-labelledby="events-title">
              <h2 id="events-title" data-word="events"></h2>
              <p class="empty" id="no-events" data-word="noEvents"></p>
              <ol class="events number" id="events" tabindex="0" hidden></ol>
            </section>
            <details class="card share" id="share" hidden>
              <summary data-word="share"></summary>
              <svg id="share-code" role="img" shape-rendering="crispEdges" hidden></svg>
              <p><a id="share-link"></a></p>
              <p id="share-certificate" hidden><span data-word="fingerprint"></span><br><code
                id="share-fingerprint"></code></p>
            </details>
            <p class="remark" id="remark"></p>
          </div>
        </main>
        <div class="spoken" role="alert" id="alert"></div>
        <div class="spoken" aria-live="polite" id="said"></div>
        <video id="video" muted playsinline hidden></video>
        </body>
        """#

    // MARK: Parts that the page of recorded sessions has, too

    static let brand = #"""
        <div class="brand">
          <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true"><path d="M6 25 16 7l10 14"
            fill="none" stroke="currentColor" stroke-width="3"/><g fill="currentColor"><circle cx="6"
            cy="25" r="4"/><circle cx="16" cy="7" r="4"/><circle cx="26" cy="21" r="4"/></g></svg>
          <h1>landmark</h1>
        </div>
        """#

    /// The driver's state over the image.
    static let bar = #"""
        <div class="bar" id="bar" hidden>
          <span class="chip number" id="bar-level"></span>
          <strong id="bar-name"></strong><span class="number" id="bar-score"></span>
          <span class="right number" id="bar-confidence"></span>
        </div>
        <div class="strip" id="strip" hidden aria-hidden="true"><i><b></b></i><i><b></b></i><i><b></b></i><i><b></b></i><i><b></b></i></div>
        """#

    /// The alert over the image.
    static let banner = #"""
        <div class="banner" id="banner" hidden><svg width="24" height="24" viewBox="0 0 24 24"
          aria-hidden="true"><path d="M12 3 1.8 21h20.4zM12 9.5v5.5m0 2.6v.4" fill="none"
          stroke="currentColor" stroke-width="2" stroke-linecap="round"
          stroke-linejoin="round"/></svg><span id="banner-text"></span></div>
        """#

    /// The task's state in words, and its charts.
    static let state = #"""
        <section class="card" id="state" aria-labelledby="state-title">
          <h2 id="state-title"></h2>
          <div class="head number"><span class="big" id="big">–</span><span class="of"
            id="of"></span><span class="pill" id="pill"></span></div>
          <dl class="rows number" id="rows"></dl>
          <p class="form" id="form" hidden></p>
        </section>
        <section class="card charts" id="charts" hidden></section>
        """#
}
