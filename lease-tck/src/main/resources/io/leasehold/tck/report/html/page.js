/* The page: the filter over the rules, and the addresses that open a rule or its moment. */
(() => {
  const plays = JSON.parse(document.getElementById('data').textContent);
  const views = new Map();
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  function view(details) {
    const number = +details.dataset.play, play = plays[number], root = details.querySelector('.view');
    if (root && play.leases && play.leases.length && !views.has(number)) views.set(number, new View(root, play, number));
    return views.get(number);
  }

  all('.play').forEach(details => details.addEventListener('toggle', () => { if (details.open) view(details); }));

  function open() {
    let id = '';
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const target = id && document.getElementById(id);
    if (!target) return;
    for (let up = target; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
    let to = target;
    const details = target.closest('.play');
    if (id.includes('!moment') && details) {
      const shown = view(details), found = shown && shown.play.found.find(one => one.id === id);
      all('.found .here').forEach(one => one.classList.remove('here'));
      target.classList.add('here');
      if (found && found.lease >= 0) { shown.show(found); to = shown.root; shown.graph.focus({ preventScroll: true }); }
    } else if (target.classList.contains('rule')) {
      if (target.hidden) { form.reset(); filter(); }
      target.querySelector('summary').focus({ preventScroll: true });
    }
    // After the browser's own jump to the address.
    setTimeout(() => to.scrollIntoView({ block: 'start' }), 30);
  }

  const form = document.querySelector('.filter'), output = form.querySelector('output'), search = form.querySelector('[type=search]');
  const rules = all('.rule').map(node => ({ node, verdict: node.dataset.v, text: node.textContent.toLowerCase() }));
  const groups = all('.group').map(node => ({ node, open: node.open, rules: rules.filter(rule => node.contains(rule.node)) }));

  function filter() {
    const show = new FormData(form).get('show'), words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = { all: () => true, open: v => v !== 'pass' && v !== 'na', fail: v => v === 'fail' }[show];
    let count = 0;
    for (const rule of rules) {
      rule.node.hidden = !(wanted(rule.verdict) && words.every(word => rule.text.includes(word)));
      if (!rule.node.hidden) count++;
    }
    const narrow = show !== 'all' || words.length > 0;
    for (const group of groups) {
      const some = group.rules.some(rule => !rule.node.hidden);
      group.node.hidden = !some;
      group.node.open = narrow ? some : group.open;
    }
    output.textContent = narrow ? `${count} of ${rules.length} rules` : '';
  }

  form.hidden = false;
  form.addEventListener('input', filter);
  form.addEventListener('submit', event => event.preventDefault());
  addEventListener('hashchange', open);
  // The same address again: the moment may have been scrolled away.
  addEventListener('click', event => { const a = event.target.closest('a[href^="#"]'); if (a && a.getAttribute('href') === location.hash) open(); });
  let closed = [];
  addEventListener('beforeprint', () => { closed = all('details:not([open])').filter(node => node.matches('.group') || node.matches('.r-fail, .r-unknown')); closed.forEach(node => { node.open = true; }); });
  addEventListener('afterprint', () => closed.forEach(node => { node.open = false; }));
  if (document.readyState === 'complete') open(); else addEventListener('load', open);
})();
