// What a finger finds wrong with a page: controls too small, controls over one another, texts too small. The lettering
// of a cloth may be as small as it is said to be.
([within, lettering]) => {
  const LEAST = 44;
  const ON_CLOTH = 24;
  const wrong = [];
  const seen = e => {
    const s = getComputedStyle(e);
    const r = e.getBoundingClientRect();
    return (
      s.visibility !== 'hidden' &&
      s.pointerEvents !== 'none' &&
      r.width > 1 &&
      r.height > 1 &&
      !e.closest('.sr, .skip, [inert]')
    );
  };
  // The box that a finger may touch: with what is laid round it for the finger alone.
  const box = e => {
    const r = e.getBoundingClientRect();
    let { left, top, right, bottom } = r;
    const after = getComputedStyle(e, '::after');
    if (after.content !== 'none' && after.position === 'absolute' && after.pointerEvents !== 'none') {
      const [t, ri, b, l] = ['top', 'right', 'bottom', 'left'].map(k => parseFloat(after[k]) || 0);
      top = Math.min(top, r.top + t);
      right = Math.max(right, r.right - ri);
      bottom = Math.max(bottom, r.bottom - b);
      left = Math.min(left, r.left + l);
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };
  const name = e =>
    `${e.dataset.act ?? e.dataset.seat ?? e.dataset.id ?? e.className?.baseVal ?? e.className} "${(e.getAttribute('aria-label') ?? e.textContent).trim().replace(/\s+/g, ' ').slice(0, 30)}"`;
  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const controls = [
    ...document.querySelectorAll('button:not(:disabled), a[href], input, select, summary, [role=gridcell]'),
  ].filter(
    e =>
      e.closest(within) &&
      seen(e) &&
      !e.closest('svg') &&
      e.getBoundingClientRect().top < innerHeight &&
      e.getBoundingClientRect().bottom > 0,
  );
  // What is scrolled out of its own list cannot be touched.
  const inView = (e, r) => {
    for (let at = e.parentElement; at && at !== document.body; at = at.parentElement) {
      const s = getComputedStyle(at);
      if (!/auto|scroll|hidden/.test(s.overflow)) continue;
      const c = at.getBoundingClientRect();
      if (r.bottom <= c.top + 2 || r.top >= c.bottom - 2) return false;
    }
    return true;
  };
  // A row that is pushed sideways shows its end by being cut.
  const slides = e => {
    for (let at = e.parentElement; at && at !== document.body; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth + 1) return true;
    return false;
  };
  const found = controls.map(e => ({ e, r: e.getBoundingClientRect(), t: box(e) })).filter(x => inView(x.e, x.r));
  for (const { e, r, t } of found) {
    const cloth = e.closest('.board, .rail-of-chips');
    const inline = getComputedStyle(e).display === 'inline' && e.closest('p, li, dd, small');
    const least = cloth || inline ? ON_CLOTH : LEAST;
    if (t.width < least - 0.5 || t.height < least - 0.5)
      wrong.push(`small: ${name(e)} ${Math.round(t.width)} x ${Math.round(t.height)}`);
    if (!cloth && !slides(e) && (r.left < window_.left - 1 || r.right > window_.right + 1))
      wrong.push(`outside: ${name(e)}`);
  }
  for (let i = 0; i < found.length; i++)
    for (let j = i + 1; j < found.length; j++) {
      const [a, b] = [found[i], found[j]];
      if (a.e.contains(b.e) || b.e.contains(a.e)) continue;
      const w = Math.min(a.r.right, b.r.right) - Math.max(a.r.left, b.r.left);
      const h = Math.min(a.r.bottom, b.r.bottom) - Math.max(a.r.top, b.r.top);
      // two boxes of round things may touch at their corners
      if (Math.min(w, h) > 6 && w * h > 80)
        wrong.push(`over one another: ${name(a.e)} and ${name(b.e)} ${Math.round(w)} x ${Math.round(h)}`);
    }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = new Set();
  while (walk.nextNode()) {
    const of = walk.currentNode.parentElement;
    if (
      !of.closest(within) ||
      !walk.currentNode.textContent.trim() ||
      of.closest('.sr, .skip, script, style, title, .card, .chip, .stack, .token, defs')
    )
      continue;
    if (!of.getClientRects().length || getComputedStyle(of).visibility === 'hidden') continue;
    const drawn = of.closest('svg');
    const scale = drawn && of.getScreenCTM ? Math.hypot(of.getScreenCTM().a, of.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(of).fontSize) * scale;
    const least = of.closest('.board') && !of.closest('.roadbox') ? lettering : drawn ? 9 : 12;
    if (size < least - 0.25)
      small.add(`small text: "${walk.currentNode.textContent.trim().slice(0, 20)}" ${size.toFixed(1)}`);
  }
  return [...new Set(wrong), ...[...small].slice(0, 6)];
};
