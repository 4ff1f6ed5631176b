/* Draws one lease of one play. It judges nothing: intervals and overlaps come with the data. */
const Draw = (() => {
  const NS = 'http://www.w3.org/2000/svg';
  const BAR = 24, ROW = 17, SAW = 130;

  function set(node, attributes) { for (const key in attributes) node.setAttribute(key, attributes[key]); }

  function el(parent, name, attributes, text) {
    const node = document.createElementNS(NS, name);
    set(node, attributes);
    if (text !== undefined) node.textContent = text;
    if (parent) parent.appendChild(node);
    return node;
  }

  const time = us => (us / 1000).toFixed(1) + ' ms';
  const colour = person => person % 8;

  /* Where each lane lies; the height follows from the lanes. */
  function layout(play, lease, width) {
    const left = width < 640 ? 72 : 118, rows = [];
    let y = lease.found.length ? 44 : 24;
    const axis = y - 10;
    const add = (kind, height, lane) => { rows.push({ kind, y, height, lane }); y += height; };
    add('store', 40);
    for (const lane of lease.lanes) {
      lane.calm = !lane.holds.length && !lane.down.length;
      add('lane', 12 + BAR + (lane.calls.length ? ROW : 0) + (lane.dog.length ? ROW : 0), lane);
    }
    const d = disturbed(play, lease);
    add('faults', 12 + ROW * (Math.min(3, stack(d.faults)) + (d.fates.length || d.stalls.length || !d.faults.length ? 1 : 0)));
    add('saw', SAW);
    return { left, right: width - 10, width, rows, axis, height: y + 24 };
  }

  /* What befell the whole play, and this lease alone. */
  function disturbed(play, lease) {
    const all = {};
    for (const kind of ['faults', 'fates', 'stalls']) all[kind] = [...play.disturbed[kind], ...lease.disturbed[kind]];
    return all;
  }

  /* Puts spans that meet into rows of their own; says how many rows. */
  function stack(spans) {
    const ends = [];
    for (const span of spans) {
      let row = ends.findIndex(end => end <= span.from);
      if (row < 0) row = ends.push(0) - 1;
      ends[row] = span.to;
      span.row = Math.min(row, 2);
    }
    return ends.length;
  }

  function glyph(parent, call, x, y, css) {
    const r = 4.6, points = {
      acquire: [[0, -r - 1], [r + .6, r - .6], [-r - .6, r - .6]],
      release: [[-r + .4, -r + .4], [r - .4, -r + .4], [r - .4, r - .4], [-r + .4, r - .4]],
      abandon: [[0, -r - 1], [r + 1, 0], [0, r + 1], [-r - 1, 0]],
      revoke: [[-r, -r], [r, -r], [0, r + 1]]
    }[call];
    if (!points) return el(parent, 'circle', { cx: x, cy: y, r: call === 'holder' ? 2.5 : 4.4, class: css });
    return el(parent, 'polygon', { points: points.map(p => (x + p[0]) + ',' + (y + p[1])).join(' '), class: css });
  }

  const shade = (is, person) => is === 'yes' ? 'q' + colour(person) : is === 'no' ? 'hollow l' + colour(person) : 'open';

  function step(span, room) {
    const least = span / Math.max(2, room), base = Math.pow(10, Math.floor(Math.log10(least)));
    return Math.max(1, [1, 2, 5, 10].map(n => n * base).find(n => n >= least));
  }

  /* state: from, to (the window), found (the moment asked for). Returns what can be pointed at. */
  function draw(svg, play, lease, state, width) {
    const box = layout(play, lease, width), hits = [], labels = [];
    const { left, right } = box, from = state.from, to = Math.max(state.to, state.from + 1);
    const x = t => left + (t - from) / (to - from) * (right - left);
    const inside = (a, b) => b >= from && a <= to;
    const cut = v => Math.max(left, Math.min(right, v));
    svg.replaceChildren();
    set(svg, { viewBox: `0 0 ${width} ${box.height}`, height: box.height });
    const id = 'hatch' + play.number, pattern = el(el(svg, 'defs'), 'pattern', { id, width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' });
    el(pattern, 'line', { x1: 0, y1: 0, x2: 0, y2: 7, class: 'hatch' });
    const end = box.height - 22;
    const seen = new Set();
    const crowded = (css, at, y) => { const key = css + Math.round(at / 1.5) + '/' + y; return seen.has(key) || !seen.add(key); };
    const hit = (a, b, y, height, span, text) => hits.push({ a: Math.min(a, b - 6), b: Math.max(b, a + 6), y, end: y + height, e: span.e, at: span.from, text, span });
    const rect = (span, y, height, css, text, fill) => {
      if (!inside(span.from, span.to)) return null;
      const a = cut(x(span.from)), b = Math.max(a + 1.5, cut(x(span.to)));
      el(svg, 'rect', { x: a, y, width: b - a, height, class: css, ...(fill ? { fill } : {}) });
      hit(a, b, y, height, span, text);
      return { a, b };
    };
    const write = (place, y, text, css) => {
      if (place && place.b - place.a > text.length * 7.3 + 8) el(svg, 'text', { x: place.a + 5, y, class: css }, text);
    };
    const label = (place, y, token) => {
      if (token === '0') return write(place, y, 'holds', 'in');
      const short = token.length > 6 ? '…' + token.slice(-4) : token;
      if (place) write(place, y, [`token ${token}`, `token ${short}`, short].find(text => place.b - place.a > text.length * 7.3 + 8) || short, 'in');
    };
    const at = (span, y, css, make) => {
      if (!inside(span.from, span.from)) return;
      const px = x(span.from);
      if (!crowded(css, px, y)) make(px);
      hit(px, px, y - 8, 16, span);
    };

    // Bands and grid.
    box.rows.forEach((row, i) => { if (i % 2 === 0) el(svg, 'rect', { x: 0, y: row.y, width, height: row.height, class: 'band' }); });
    const every = step(to - from, (right - left) / 92);
    for (let t = Math.ceil(from / every) * every; t <= to; t += every) {
      el(svg, 'line', { x1: x(t), x2: x(t), y1: box.axis + 6, y2: end, class: 'grid' });
      const label = (every < 1000 ? (t / 1000).toFixed(every < 100 ? 2 : 1) : t / 1000) + ' ms';
      const anchor = x(t) > right - 30 ? 'end' : x(t) < left + 24 ? 'start' : 'middle';
      for (const y of [box.axis, box.height - 7]) el(svg, 'text', { x: x(t), y, 'text-anchor': anchor, class: 'small' }, label);
    }

    const over = lease.overlaps.filter(one => inside(one.from, one.to));
    const columns = el(svg, 'g');
    for (const row of box.rows) ({ store, lane: contender, faults, saw })[row.kind](row);
    for (const one of over) red(one);
    columnsOf(over);
    labels.forEach(act => act());
    moments();
    return { box, hits, x, time: px => from + (px - left) / (right - left) * (to - from) };

    function name(row, text, css) { el(svg, 'text', { x: 10, y: row.y + 21, class: 'lane ' + (css || '') }, text); }
    function sub(y, text) { el(svg, 'text', { x: left - 8, y, 'text-anchor': 'end', class: 'small' }, text); }

    function store(row) {
      name(row, 'Store');
      if (left > 100) sub(row.y + 20, lease.store.dots.length ? 'says' : 'not asked');
      const mid = row.y + 15, low = row.y + 32;
      el(svg, 'line', { x1: left, x2: right, y1: low, y2: low, class: 'rail' });
      const css = by => by === -1 ? 'nobody' : by === -2 ? 'stranger' : 'q' + colour(by);
      for (const span of lease.store.spans) {
        if (span.from < span.to && span.by !== -1) write(rect(span, mid - 8, 16, 'hold tint ' + css(span.by)), mid + 4, play.people[span.by] || '?', 'lane');
      }
      for (const dot of lease.store.dots) {
        at(dot, low, css(dot.by), px => el(svg, 'circle', { cx: px, cy: low, r: dot.by === -1 ? 2.6 : 3.4, class: css(dot.by) }));
      }
    }

    function contender(row) {
      const lane = row.lane, c = colour(lane.by), top = row.y + 6;
      el(svg, 'rect', { x: 0, y: row.y + 4, width: 4, height: row.height - 8, class: 'q' + c });
      name(row, play.people[lane.by]);
      sub(row.y + 22, left > 100 ? (lane.calm ? 'waits' : 'relies on it') : (lane.calm ? 'waits' : 'holds'));
      el(svg, 'line', { x1: left, x2: right, y1: top + BAR / 2, y2: top + BAR / 2, class: 'rail' });
      for (const span of lane.waits) rect(span, top + 7, BAR - 14, 'hold wait q' + c);
      for (const span of lane.down) write(rect(span, row.y + 2, row.height - 4, 'down', undefined, `url(#${id})`), top + 16, span.is);
      for (const span of lane.holds) {
        const place = rect(span, top, BAR, 'hold q' + c, span.text);
        labels.push(() => label(place, top + 16, span.token));
      }
      for (const span of lane.doubt) write(rect(span, row.y, row.height, 'doubt', 'not known: the recorder lost events here', `url(#${id})`), top + 16, 'not known');
      for (const mark of lane.marks) at(mark, top + BAR / 2, mark.is, px => flag(mark.is, px, top, c));
      let y = top + BAR + ROW / 2 + 1;
      if (lane.calls.length) { sub(y + 4, 'calls'); calls(lane, y); y += ROW; }
      if (lane.dog.length) { sub(y + 4, 'watchdog'); lane.dog.forEach(act => dog(act, y, c)); }
    }

    function flag(is, px, top, c) {
      const line = css => el(svg, 'line', { x1: px, x2: px, y1: top - 1, y2: top + BAR + 1, class: css });
      if (is === 'LOST') el(svg, 'polygon', { points: `${px - 6},${top - 5} ${px + 6},${top - 5} ${px},${top + 7}`, class: 'lost' });
      else if (is === 'ENDED') line('end');
      else if (is === 'NOT_HELD') el(svg, 'circle', { cx: px, cy: top + BAR - 5, r: 3, class: 'hollow l' + c });
      else if (is === 'WRITE') glyph(svg, 'abandon', px, top + 4, 'q' + c);
      else if (is === 'WRITE_AWAY') glyph(svg, 'abandon', px, top + 4, 'open');
      else line('tick');
    }

    function calls(lane, y) {
      for (const call of lane.calls) {
        if (!inside(call.from, call.to)) continue;
        const a = cut(x(call.from)), b = cut(x(call.to)), css = shade(call.is, lane.by);
        if (b - a > 3) el(svg, 'line', { x1: a, x2: b, y1: y, y2: y, class: 'line l' + colour(lane.by) });
        if (call.to <= to && !crowded(call.call + css, b, y)) glyph(svg, call.call, b, y, css);
        hit(a, b, y - 8, 16, call);
      }
    }

    function dog(act, y, c) {
      if (act.is === 'late') { rect(act, y - 5, 10, 'fault'); return; }
      if (!inside(act.from, act.to)) return;
      const a = cut(x(act.from)), b = cut(x(act.to));
      if (act.is === 'sent') at(act, y, 'sent', px => el(svg, 'line', { x1: px, x2: px, y1: y - 5, y2: y + 5, class: 'line l' + c }));
      else if (act.is === 'state') at(act, y, 'state', px => glyph(svg, 'abandon', px, y, 'open'));
      else {
        if (b - a > 3) el(svg, 'line', { x1: a, x2: b, y1: y, y2: y, class: 'line l' + c });
        if (!crowded('dog' + act.is, b, y)) glyph(svg, 'renew', b, y, act.is === 'renewed' ? 'q' + c : 'open');
        hit(a, b, y - 8, 16, act);
      }
    }

    function faults(row) {
      name(row, 'Faults');
      const d = disturbed(play, lease), lowest = row.y + row.height - ROW / 2 - 4;
      if (!d.faults.length && !d.fates.length && !d.stalls.length) sub(row.y + 20, left > 100 ? 'none' : '');
      for (const span of d.faults) {
        if (inside(span.from, span.to)) el(columns, 'rect', { x: cut(x(span.from)), y: box.axis + 10, width: Math.max(1.5, cut(x(span.to)) - cut(x(span.from))), height: end - box.axis - 10, class: 'faultband' });
        write(rect(span, row.y + 6 + span.row * ROW, ROW - 3, 'hold fault', span.text), row.y + 17 + span.row * ROW, span.text, 'in small');
      }
      for (const span of d.stalls) rect(span, lowest - 6, 12, 'stall');
      for (const fate of d.fates) at(fate, lowest, fate.is, px => {
        if (fate.is === 'arrived') glyph(svg, 'revoke', px, lowest, 'open');
        else el(svg, 'path', { d: `M${px - 4},${lowest - 4}l8,8m0,-8l-8,8`, class: 'cross' });
      });
    }

    function saw(row) {
      const most = Math.max(play.ttl, 1, ...lease.store.dots.map(dot => dot.left), ...lease.saw.flatMap(one => one.points.map(p => p[1])));
      const base = row.y + SAW - 12, high = SAW - 50, y = left_ => base - left_ / most * high;
      name(row, 'Time left');
      for (const part of [0, .5, 1]) {
        const value = most * part;
        el(svg, 'line', { x1: left, x2: right, y1: y(value), y2: y(value), class: 'rail' });
        sub(y(value) + 4, Math.round(value / 1000) + ' ms');
      }
      for (const one of lease.saw) {
        let d = '';
        for (let i = 0; i + 1 < one.points.length; i += 2) {
          const [p, q] = [one.points[i], one.points[i + 1]];
          if (!inside(p[0], q[0])) continue;
          const slope = t => p[1] + (q[1] - p[1]) * (q[0] > p[0] ? (t - p[0]) / (q[0] - p[0]) : 0);
          const a = Math.max(p[0], from), b = Math.min(q[0], to);
          d += (d ? 'L' : 'M') + x(a).toFixed(1) + ',' + y(slope(a)).toFixed(1) + 'L' + x(b).toFixed(1) + ',' + y(slope(b)).toFixed(1);
        }
        if (d) el(svg, 'path', { d, class: 'line l' + colour(one.by) });
      }
      for (const dot of lease.store.dots) {
        if (dot.by === -1 || dot.left < 0 || !inside(dot.from, dot.from)) continue;
        el(svg, 'circle', { cx: x(dot.from), cy: y(dot.left), r: 3, class: dot.by === -2 ? 'stranger' : 'q' + colour(dot.by) });
        hit(x(dot.from), x(dot.from), y(dot.left) - 7, 14, dot);
      }
    }

    function red(one) {
      if (lease.revokedNow) return;
      const a = cut(x(one.from)), b = Math.max(a + 2, cut(x(one.to)));
      for (const row of box.rows) {
        if (row.kind !== 'lane' || (row.lane.by !== one.a && row.lane.by !== one.b)) continue;
        el(svg, 'rect', { x: a, y: row.y + 6, width: b - a, height: BAR, class: 'overbar' });
        hit(a, b, row.y + 6, BAR, { from: one.from, e: -1, over: one }, one.text);
      }
    }

    /* One column over all lanes for overlaps that meet. */
    function columnsOf(overlaps) {
      const merged = [];
      for (const one of [...overlaps].sort((p, q) => p.from - q.from)) {
        const last = merged[merged.length - 1];
        if (last && one.from <= last.to) last.to = Math.max(last.to, one.to);
        else merged.push({ from: one.from, to: one.to });
      }
      for (const one of merged) {
        const a = cut(x(one.from)), b = Math.max(a + 2, cut(x(one.to))), allowed = lease.revokedNow;
        el(columns, 'rect', { x: a, y: box.axis + 10, width: b - a, height: end - box.axis - 10, class: allowed ? 'faultband' : 'over' });
        write({ a, b }, end - 16, allowed ? 'taken by revokeNow' : 'two holders', allowed ? 'lane' : 'overtext');
      }
    }

    function moments() {
      let free = -1;
      for (const one of lease.found) {
        if (!inside(one.at, one.at)) continue;
        const px = x(one.at);
        el(svg, 'line', { x1: px, x2: px, y1: 20, y2: end, class: 'find' });
        const wide = one.rule.length * 7.4 + 12, a = Math.min(right - wide, Math.max(2, px - wide / 2));
        if (a < free && one !== state.found) continue;
        free = a + wide + 2;
        el(svg, 'rect', { x: a, y: 3, width: wide, height: 19, rx: 5, class: 'findbox' });
        el(svg, 'text', { x: a + wide / 2, y: 17, 'text-anchor': 'middle', class: 'findtext' }, one.rule);
      }
    }
  }

  return { draw, el, set, glyph, time };
})();
