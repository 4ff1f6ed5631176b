/* The view of one play: which lease, which window of time, which instant; the events around it. */
class View {
  constructor(root, play, number) {
    this.play = play;
    play.number = number;
    this.root = root;
    play.leases.forEach((lease, i) => { lease.found = play.found.filter(one => one.lease === i); });
    this.all = play.events.map((row, e) => ({ e, at: row[0], by: play.people[row[1]] || '', lease: row[2], what: play.whats[row[3]], text: row[4] }));
    this.build();
    this.choose(play.found.length && play.found[0].lease >= 0 ? play.found[0].lease : 0);
    new ResizeObserver(() => this.draw()).observe(this.graph);
  }

  make(parent, name, attributes, text) {
    const node = document.createElement(name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    parent.appendChild(node);
    return node;
  }

  build() {
    this.says = this.make(this.root, 'p', { class: 'says broken', hidden: '' });
    const tools = this.make(this.root, 'div', { class: 'tools' });
    if (this.play.leases.length > 1) {
      const label = this.make(tools, 'label', {}, 'Lease ');
      this.picker = this.make(label, 'select');
      this.play.leases.forEach((lease, i) => {
        const found = lease.found.length ? `, ${lease.found.length} broken` : '';
        this.make(this.picker, 'option', { value: i }, `${lease.name} (${lease.count} events${found})`);
      });
      this.picker.onchange = () => this.choose(+this.picker.value);
    } else {
      this.make(this.make(tools, 'label', {}, 'Lease '), 'bdi', {}, this.play.leases[0].name);
    }
    const buttons = this.make(tools, 'div', { class: 'buttons' });
    const button = (sign, says, act) => { this.make(buttons, 'button', { type: 'button', 'aria-label': says, title: says }, sign).onclick = act; };
    button('◀', 'Earlier', () => this.pan(-.4));
    button('−', 'Zoom out', () => this.zoom(1.8, this.at));
    button('+', 'Zoom in', () => this.zoom(1 / 1.8, this.at));
    button('▶', 'Later', () => this.pan(.4));
    button('All', 'The whole history', () => this.whole());
    this.graph = this.make(this.root, 'div', {
      class: 'graph', tabindex: 0, role: 'group', 'aria-label':
        'Time line. Left and right: from event to event. Plus and minus: zoom. Shift with left and right: move. Home: the whole history.'
    });
    this.svg = Draw.el(this.graph, 'svg', { role: 'img', 'aria-label': 'Who relied on the lease, and when' });
    this.slide = this.make(this.root, 'input', { type: 'range', class: 'slide', 'aria-label': 'Instant' });
    this.slide.oninput = () => this.go(+this.slide.value);
    this.now = this.make(this.root, 'div', { class: 'now', 'aria-live': 'polite' });
    this.key(this.make(this.root, 'ul', { class: 'key', 'aria-label': 'Signs' }));
    const list = this.make(this.root, 'div', { class: 'list', tabindex: 0, role: 'region', 'aria-label': 'Events' });
    this.table = this.make(list, 'table');
    this.list = list;
    this.listen();
  }

  key(list) {
    const item = (text, make) => { const li = this.make(list, 'li'); make(Draw.el(li, 'svg', { viewBox: '0 0 28 16', 'aria-hidden': 'true' })); li.append(text); };
    item('relies on the lease', s => Draw.el(s, 'rect', { x: 0, y: 2, width: 28, height: 12, rx: 3, class: 'q0' }));
    item('waits', s => Draw.el(s, 'rect', { x: 0, y: 4, width: 28, height: 8, rx: 3, class: 'wait q0' }));
    item('two holders at once', s => Draw.el(s, 'rect', { x: 0, y: 2, width: 28, height: 12, class: 'overbar' }));
    for (const call of ['acquire', 'renew', 'release', 'abandon']) item(call, s => Draw.glyph(s, call, 14, 8, 'q6'));
    item('answer: yes, no, unknown', s => ['q6', 'hollow l6', 'open'].forEach((css, i) => Draw.glyph(s, 'renew', 5 + i * 10, 8, css)));
    item('loss told', s => Draw.el(s, 'polygon', { points: '8,3 20,3 14,14', class: 'lost' }));
    item('ended', s => Draw.el(s, 'line', { x1: 14, x2: 14, y1: 1, y2: 15, class: 'end' }));
    item('store asked: held, nobody', s => { Draw.el(s, 'circle', { cx: 8, cy: 8, r: 3.4, class: 'q0' }); Draw.el(s, 'circle', { cx: 21, cy: 8, r: 2.6, class: 'nobody' }); });
    item('watchdog: state changes', s => Draw.glyph(s, 'abandon', 14, 8, 'open'));
    item('call meets a fault', s => Draw.el(s, 'path', { d: 'M10,4l8,8m0,-8l-8,8', class: 'cross' }));
    item('arrives late', s => Draw.glyph(s, 'revoke', 14, 8, 'open'));
    item('fault, late watchdog', s => Draw.el(s, 'rect', { x: 0, y: 3, width: 28, height: 10, rx: 3, class: 'fault' }));
    item('machine stood still', s => Draw.el(s, 'rect', { x: 6, y: 2, width: 16, height: 12, class: 'stall' }));
  }

  choose(lease) {
    this.index = lease;
    this.lease = this.play.leases[lease];
    this.events = this.all.filter(event => event.lease === lease || event.lease < 0);
    if (this.picker) this.picker.value = lease;
    const room = Math.max(1000, (this.lease.to - this.lease.from) * .02);
    this.least = Math.max(0, this.lease.from - room);
    this.most = this.lease.to + room;
    Object.assign(this.slide, { min: Math.floor(this.least), max: Math.ceil(this.most), step: 100 });
    this.at = this.lease.from;
    this.found = null;
    this.says.hidden = true;
    this.whole();
    this.go(this.at);
  }

  whole() { this.window(this.least, this.most); }

  window(from, to) {
    const span = Math.min(this.most - this.least, Math.max(200, to - from));
    this.from = Math.max(this.least, Math.min(from, this.most - span));
    this.to = this.from + span;
    this.draw();
  }

  zoom(by, about) {
    const span = (this.to - this.from) * by;
    const centre = about >= this.from && about <= this.to ? about : (this.from + this.to) / 2;
    const part = (centre - this.from) / (this.to - this.from);
    this.window(centre - span * part, centre + span * (1 - part));
  }

  pan(part) {
    const by = (this.to - this.from) * part;
    this.window(this.from + by, this.to + by);
  }

  /* Opens a moment at which a rule was broken. */
  show(found) {
    if (found.lease >= 0 && found.lease !== this.index) this.choose(found.lease);
    this.found = found;
    const both = this.lease.overlaps.find(one => one.from <= found.at && found.at <= one.to);
    const room = Math.max(1000, both ? (both.to - both.from) * 2 : this.play.ttl * .5);
    this.most = Math.max(this.most, found.at + 1000);
    this.window(found.at - room, (both ? both.to : found.at) + room * .7);
    this.go(found.at);
    this.says.textContent = '';
    this.make(this.says, 'a', { href: '#' + found.rule, class: 'id' }, found.rule);
    this.says.append(' ' + found.text + ' Broken at ' + Draw.time(found.at) + '.');
    this.says.hidden = false;
  }

  draw() {
    const width = Math.round(this.graph.clientWidth);
    if (!width || !this.lease) return;
    this.drawn = Draw.draw(this.svg, this.play, this.lease, this, width);
    this.line = Draw.el(this.svg, 'line', { y1: this.drawn.box.axis + 6, y2: this.drawn.box.height - 20, class: 'cursor' });
    this.point();
  }

  point() {
    if (!this.line) return;
    const x = this.drawn.x(this.at), out = x < this.drawn.box.left || x > this.drawn.box.right;
    Draw.set(this.line, { x1: x, x2: x, visibility: out ? 'hidden' : 'visible' });
  }

  nearest(at) {
    const later = this.events.findIndex(event => event.at > at);
    return later < 0 ? this.events.length - 1 : Math.max(0, later - 1);
  }

  /* Moves the cursor to an instant; e: the event that was meant, if one was. */
  go(at, e, text) {
    this.at = Math.max(this.least, Math.min(at, this.most));
    this.picked = e === undefined || e < 0 ? this.nearest(this.at) : this.events.findIndex(event => event.e === e);
    this.slide.value = this.at;
    this.slide.setAttribute('aria-valuetext', Draw.time(this.at));
    this.point();
    const event = this.events[Math.max(0, this.picked)];
    this.now.textContent = '';
    this.make(this.now, 'b', {}, Draw.time(this.at));
    const apart = Math.abs(event.at - this.at) >= 100 ? `, ${Draw.time(event.at)}` : '';
    this.make(this.now, 'span', { class: 'who' }, event.by);
    this.make(this.now, 'span', { class: 'text' }, (text || event.text) + (text ? '' : apart));
    const over = this.lease.overlaps.filter(one => one.from <= this.at && this.at <= one.to);
    for (const one of over.slice(0, 3)) this.make(this.now, 'span', { class: 'over' }, one.text);
    if (over.length > 3) this.make(this.now, 'span', { class: 'over' }, `and ${over.length - 3} pairs more`);
    clearTimeout(this.later);
    this.later = setTimeout(() => this.rows(), 60);
  }

  rows() {
    const around = 60, from = Math.max(0, this.picked - around), to = Math.min(this.events.length, this.picked + around);
    this.table.textContent = '';
    this.make(this.table, 'caption', {}, to - from === this.events.length
      ? `All ${this.events.length} events of this lease` : `Events ${from + 1} to ${to} of ${this.events.length}, around ${Draw.time(this.at)}`);
    const head = this.make(this.make(this.table, 'thead'), 'tr');
    for (const title of ['Instant', 'Who', 'What']) this.make(head, 'th', { scope: 'col' }, title);
    const body = this.make(this.table, 'tbody');
    let here;
    for (let i = from; i < to; i++) {
      const event = this.events[i], row = this.make(body, 'tr', { class: 'w-' + event.what.toLowerCase() });
      if (i === this.picked) { row.classList.add('at'); row.setAttribute('aria-current', 'true'); here = row; }
      if (this.found && Math.abs(this.found.at - event.at) < 2 && (this.found.by < 0 || this.play.people[this.found.by] === event.by)) row.classList.add('broken');
      this.make(row, 'td', {}, Draw.time(event.at));
      this.make(row, 'td', {}, event.by);
      this.make(row, 'td', {}, event.text);
      row.onclick = () => { this.into(event.at); this.go(event.at, event.e); };
    }
    if (here) this.list.scrollTop = here.offsetTop - this.list.clientHeight / 2;
  }

  into(at) {
    const span = this.to - this.from;
    if (at < this.from || at > this.to) this.window(at - span / 2, at + span / 2);
  }

  hit(x, y) {
    let best = null, least = 14;
    for (const one of this.drawn.hits) {
      const dx = Math.max(one.a - x, 0, x - one.b), dy = Math.max(one.y - y, 0, y - one.end), far = dx + dy + Math.min(3, (one.b - one.a) / 200);
      if (far < least) { least = far; best = one; }
    }
    return best;
  }

  listen() {
    const touches = new Map();
    let moved = 0, wide = 0;
    const place = event => { const box = this.svg.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    const look = event => {
      const [x, y] = place(event), hit = this.hit(x, y), at = this.drawn.time(x);
      if (hit) this.go(hit.b - hit.a > 16 ? at : hit.at, hit.e, hit.text);
      else if (x >= this.drawn.box.left) this.go(at);
    };
    this.graph.onpointerdown = event => {
      touches.set(event.pointerId, place(event));
      moved = wide = 0;
      if (event.pointerType !== 'mouse' || event.button === 0) this.graph.setPointerCapture(event.pointerId);
    };
    this.graph.onpointermove = event => {
      if (!touches.has(event.pointerId)) { if (event.pointerType === 'mouse') look(event); return; }
      const before = touches.get(event.pointerId), now = place(event), unit = (this.to - this.from) / (this.drawn.box.right - this.drawn.box.left);
      touches.set(event.pointerId, now);
      moved += Math.abs(now[0] - before[0]);
      if (touches.size === 1 && moved > 4) this.window(this.from - (now[0] - before[0]) * unit, this.to - (now[0] - before[0]) * unit);
      if (touches.size === 2) {
        const [a, b] = [...touches.values()], apart = Math.max(20, Math.abs(a[0] - b[0]));
        if (wide) this.zoom(wide / apart, this.drawn.time((a[0] + b[0]) / 2));
        wide = apart;
      }
    };
    this.graph.onpointerup = this.graph.onpointercancel = event => {
      touches.delete(event.pointerId);
      wide = 0;
      if (event.type === 'pointerup' && moved <= 4 && !touches.size) look(event);
    };
    this.graph.addEventListener('wheel', event => {
      const mine = event.ctrlKey || document.activeElement === this.graph;
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan(event.deltaX / 1200);
      else if (mine) this.zoom(Math.exp(event.deltaY / 400), this.drawn.time(place(event)[0]));
      else return;
      event.preventDefault();
    }, { passive: false });
    this.graph.onkeydown = event => {
      const next = step => {
        const i = Math.max(0, Math.min(this.events.length - 1, this.picked + step));
        this.into(this.events[i].at);
        this.go(this.events[i].at, this.events[i].e);
      };
      const closer = () => this.zoom(1 / 1.5, this.at), acts = {
        ArrowRight: () => event.shiftKey ? this.pan(.2) : next(1), ArrowLeft: () => event.shiftKey ? this.pan(-.2) : next(-1),
        '+': closer, '=': closer, '-': () => this.zoom(1.5, this.at), Home: () => this.whole()
      };
      if (acts[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) { acts[event.key](); event.preventDefault(); }
    };
  }
}
