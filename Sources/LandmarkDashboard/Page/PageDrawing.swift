/// Draws images with landmarks.
enum PageDrawing {
    static let script = #"""
        const inks = {left: "#ff9f1c", right: "#2ec4f1", middle: "#f4f4f4", lips: "#ff5d73",
          mesh: "rgb(215 222 230 / .38)", finger0: "#3ddc97", finger1: "#ff5d73", finger2: "#7c9cff",
          finger3: "#ffd23f", finger4: "#d77cff"};
        const drawing = {lines: {}, kind: "pose", mirrored: false, turns: 0, size: [4, 3]};
        const view = element("view"), stage = element("stage");
        const context = view.getContext("2d", {alpha: false});
        let lastPicture = null;

        // The canvas has the screen's pixels, so that lines are sharp however small the image is.
        function fit(width, height) {
          if (drawing.size[0] !== width || drawing.size[1] !== height) {
            drawing.size = [width, height];
            stage.style.aspectRatio = `${width} / ${height}`;
          }
          const scale = Math.min(window.devicePixelRatio || 1, 2);
          const w = Math.max(1, Math.round(view.clientWidth * scale));
          const h = Math.max(1, Math.round(view.clientHeight * scale));
          if (view.width !== w || view.height !== h) { view.width = w; view.height = h; }
          const s = Math.min(w / width, h / height);
          return [(w - width * s) / 2, (h - height * s) / 2, width * s, height * s];
        }

        function draw(image, result) {
          // The image is turned upright, then mirrored, then scaled; landmarks are those of the image.
          const isTurned = drawing.turns % 2;
          const box = isTurned ? fit(image.height, image.width) : fit(image.width, image.height);
          const w = box[isTurned ? 3 : 2], h = box[isTurned ? 2 : 3], x = -w / 2, y = -h / 2;
          context.setTransform(1, 0, 0, 1, 0, 0);
          context.fillStyle = "#0b1016";
          context.fillRect(0, 0, view.width, view.height);
          context.translate(box[0] + box[2] / 2, box[1] + box[3] / 2);
          if (drawing.mirrored) context.scale(-1, 1);
          context.rotate(drawing.turns * Math.PI / 2);
          context.drawImage(image, x, y, w, h);
          const kind = drawing.kind === "drive" ? "face" : drawing.kind === "exercise" ? "pose" : drawing.kind;
          for (const item of result.items || []) drawItem(item, drawing.lines[kind] || [], x, y, w, h);
          const old = lastPicture;
          lastPicture = {image, result};
          if (old && old.image !== image && old.image.close) old.image.close();
        }

        function drawItem(item, groups, x, y, w, h) {
          const p = item.p, seen = item.v, count = p.length / 2;
          const at = i => [x + p[2 * i] * w / 1e4, y + p[2 * i + 1] * h / 1e4];
          let low = 1e9, high = -1e9;
          for (let i = 1; i < p.length; i += 2) { low = Math.min(low, p[i]); high = Math.max(high, p[i]); }
          // As wide as suits the size of what is drawn.
          const unit = Math.max(1, Math.min(w, h) / 420) * Math.min(1.4, Math.max(.85, (high - low) / 6000));
          context.lineCap = "round";
          const isMesh = count > 400;
          for (const hidden of seen ? [true, false] : [false]) for (const group of groups) {
            context.strokeStyle = inks[group.color] || inks.middle;
            context.globalAlpha = hidden ? .3 : 1;
            context.lineWidth = isMesh ? (group.color === "mesh" ? .5 : 1.2) * unit : hidden ? unit : 2.6 * unit;
            context.beginPath();
            for (let i = 0; i < group.pairs.length; i += 2) {
              const a = group.pairs[i], b = group.pairs[i + 1];
              if (a >= count || b >= count) continue;
              if (seen && (Math.min(seen[a], seen[b]) < 50) !== hidden) continue;
              context.moveTo(...at(a));
              context.lineTo(...at(b));
            }
            context.stroke();
          }
          context.globalAlpha = 1;
          if (isMesh) return;
          context.fillStyle = "#fff";
          context.strokeStyle = "rgb(11 16 22 / .55)";
          context.lineWidth = .8 * unit;
          for (let i = 0; i < count; i++) {
            if (seen && seen[i] < 50) continue;
            context.beginPath();
            context.arc(...at(i), 2.3 * unit, 0, 7);
            context.fill();
            context.stroke();
          }
        }

        new ResizeObserver(() => {
          if (lastPicture) draw(lastPicture.image, lastPicture.result);
        }).observe(stage);
        """#
}
