/// Draws images with landmarks.
enum PageDrawing {
    static let script = #"""
        const inks = {left: "#ff9f1c", right: "#2ec4f1", middle: "#f4f4f4", lips: "#ff5d73",
          mesh: "rgb(215 222 230 / .38)", finger0: "#3ddc97", finger1: "#ff5d73", finger2: "#7c9cff",
          finger3: "#ffd23f", finger4: "#d77cff"};
        // The lines of each kind of landmarks, and the parts of the image in which they are given.
        const drawing = {lines: {}, parts: 1};

        class Viewer {
          // One that owns its images closes each when the next is drawn.
          constructor(stage, view, ownsImages) {
            Object.assign(this, {stage, view, ownsImages, kind: "pose", mirrored: false, turns: 0, size: [4, 3], last: null});
            this.context = view.getContext("2d", {alpha: false});
            new ResizeObserver(() => this.drawAgain()).observe(stage);
          }

          // The canvas has the screen's pixels, so that lines are sharp however small the image is.
          fit(width, height) {
            if (this.size[0] !== width || this.size[1] !== height) {
              this.size = [width, height];
              this.stage.style.aspectRatio = `${width} / ${height}`;
            }
            const view = this.view, scale = Math.min(window.devicePixelRatio || 1, 2);
            const w = Math.max(1, Math.round(view.clientWidth * scale));
            const h = Math.max(1, Math.round(view.clientHeight * scale));
            if (view.width !== w || view.height !== h) { view.width = w; view.height = h; }
            const s = Math.min(w / width, h / height);
            return [(w - width * s) / 2, (h - height * s) / 2, width * s, height * s];
          }

          // Without an image, landmarks alone are drawn, on an area of the image's size.
          draw(image, result) {
            // The image is turned upright, then mirrored, then scaled; landmarks are those of the image.
            const isTurned = this.turns % 2, context = this.context;
            const width = image ? image.width : result.w || 4, height = image ? image.height : result.h || 3;
            const box = isTurned ? this.fit(height, width) : this.fit(width, height);
            const w = box[isTurned ? 3 : 2], h = box[isTurned ? 2 : 3], x = -w / 2, y = -h / 2;
            context.setTransform(1, 0, 0, 1, 0, 0);
            context.fillStyle = "#0b1016";
            context.fillRect(0, 0, this.view.width, this.view.height);
            context.translate(box[0] + box[2] / 2, box[1] + box[3] / 2);
            if (this.mirrored) context.scale(-1, 1);
            context.rotate(this.turns * Math.PI / 2);
            if (image) context.drawImage(image, x, y, w, h);
            const kind = {drive: "face", exercise: "pose"}[this.kind] || this.kind;
            for (const item of result.items || [])
              drawItem(context, item, drawing.lines[item.label === "contours" ? "contours" : kind] || [], x, y, w, h);
            const old = this.last;
            this.last = {image, result};
            if (this.ownsImages && old?.image && old.image !== image && old.image.close) old.image.close();
          }

          drawAgain() {
            if (this.last) this.draw(this.last.image, this.last.result);
          }

          setMirrored(on) {
            this.mirrored = on;
            this.drawAgain();
          }
        }

        function drawItem(context, item, groups, x, y, w, h) {
          const p = item.p, seen = item.v, count = p.length / 2;
          const at = i => [x + p[2 * i] * w / drawing.parts, y + p[2 * i + 1] * h / drawing.parts];
          let low = Infinity, high = -Infinity;
          for (let i = 1; i < p.length; i += 2) { low = Math.min(low, p[i]); high = Math.max(high, p[i]); }
          // As wide as suits the size of what is drawn.
          const unit = Math.max(1, Math.min(w, h) / 420) * Math.min(1.4, Math.max(.85, (high - low) / drawing.parts / .6));
          context.lineCap = "round";
          const isMesh = count > 400 || item.label === "contours";
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
        """#
}
