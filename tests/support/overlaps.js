() => {
  const board = document.querySelector('#board');
  const small = getComputedStyle(board.querySelector('.cloth')).display === 'none';
  const all = [];
  const wrong = [];
  const seen = e => {
    const s = getComputedStyle(e);
    const r = e.getBoundingClientRect();
    return s.visibility !== 'hidden' && r.width > 3 && r.height > 3;
  };
  const turned = e => {
    let a = 0;
    let k = 1;
    for (let at = e; at && at !== document.body; at = at.parentElement) {
      const t = getComputedStyle(at).transform;
      if (t && t !== 'none') {
        const m = new DOMMatrix(t);
        a += Math.atan2(m.b, m.a);
        k *= Math.hypot(m.a, m.b);
      }
    }
    return [a, k];
  };
  // The four corners of a box as it lies, turned about its own centre.
  const corners = (x, y, w, h, a) =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([i, j]) => [
      x + ((i * w) / 2) * Math.cos(a) - ((j * h) / 2) * Math.sin(a),
      y + ((i * w) / 2) * Math.sin(a) + ((j * h) / 2) * Math.cos(a),
    ]);
  const round = (x, y, r) =>
    Array.from({ length: 16 }, (_, i) => [x + r * Math.cos((i * Math.PI) / 8), y + r * Math.sin((i * Math.PI) / 8)]);
  const where = e => {
    const s = e.closest('.seat');
    const h = e.closest('[data-hand]');
    return s
      ? 'place ' + s.querySelector('.who i').textContent + (h ? ' ' + h.dataset.hand : '')
      : e.closest('.bank')
        ? 'bank'
        : e.closest('.band')
          ? 'band'
          : 'cloth';
  };
  const add = (kind, e, shape, name) =>
    all.push({
      kind,
      e,
      shape,
      name: `${kind} ${name} (${where(e)})`,
      xs: shape.map(p => p[0]),
      ys: shape.map(p => p[1]),
    });
  const boxed = (kind, e, name, less = 0, circle = false) => {
    const r = e.getBoundingClientRect();
    const [a, k] = turned(e);
    const x = (r.left + r.right) / 2;
    const y = (r.top + r.bottom) / 2;
    let w = (e.offsetWidth || r.width) * (e.offsetWidth ? k : 1) - 2 * less;
    let h = (e.offsetHeight || r.height) * (e.offsetHeight ? k : 1) - 2 * less;
    if (e instanceof SVGElement) {
      w = h = Math.min(r.width, r.height) - 2 * less;
    }
    add(kind, e, circle || e instanceof SVGElement ? round(x, y, Math.min(w, h) / 2) : corners(x, y, w, h, a), name);
  };
  for (const e of board.querySelectorAll('.spot, .sp, .button, .pill, .cardbox, .sitb'))
    if (seen(e))
      boxed(
        e.className.split(' ')[0],
        e,
        e.dataset.seat ?? '',
        1,
        e.matches('.button, .round') || (e.matches('.spot') && getComputedStyle(e).borderRadius === '50%'),
      );
  for (const e of board.querySelectorAll('.others .chip, .side .chip')) if (seen(e)) boxed('chip', e, '', 1);
  const walk = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const of = node.parentElement;
    if (!node.textContent.trim() || of.closest('.sr, .chip, .card, .cloth') || !seen(of)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const r = range.getBoundingClientRect();
    if (r.width < 2) continue;
    const who = of.closest('.who'); // a long name ends in dots
    const right = who
      ? Math.min(r.right, of.getBoundingClientRect().right, who.getBoundingClientRect().right)
      : r.right;
    // The lines of a font are higher than its letters.
    const cut = r.height * 0.2;
    add(
      'text',
      of,
      [
        [r.left, r.top + cut],
        [right, r.top + cut],
        [right, r.bottom - cut],
        [r.left, r.bottom - cut],
      ],
      JSON.stringify(node.textContent.trim()),
    );
  }
  for (const e of small ? [] : board.querySelectorAll('.cloth textPath, .cloth > text')) {
    const t = e.closest('text');
    for (let i = 0; i < t.getNumberOfChars(); i += 2) {
      const b = t.getExtentOfChar(i);
      const m = t.getScreenCTM();
      const p = (x, y) => {
        const q = new DOMPoint(x, y).matrixTransform(m);
        return [q.x, q.y];
      };
      add(
        'lettering',
        t,
        [
          p(b.x, b.y + b.height * 0.2),
          p(b.x + b.width, b.y + b.height * 0.2),
          p(b.x + b.width, b.y + b.height * 0.8),
          p(b.x, b.y + b.height * 0.8),
        ],
        t.textContent[i],
      );
    }
  }
  // How deep two convex shapes lie in one another: 0 where a line parts them.
  const into = (p, q) => {
    let least = Infinity;
    for (const s of [p, q])
      for (let i = 0; i < s.length; i++) {
        const [x, y] = s[i];
        const [u, v] = s[(i + 1) % s.length];
        const n = Math.hypot(u - x, v - y) || 1;
        const nx = (v - y) / n;
        const ny = (x - u) / n;
        const on = t => t.map(([c, d]) => c * nx + d * ny);
        const a = on(p);
        const b = on(q);
        const d = Math.min(Math.max(...a), Math.max(...b)) - Math.max(Math.min(...a), Math.min(...b));
        if (d <= 0) return 0;
        least = Math.min(least, d);
      }
    return least;
  };
  const hand = e => e.closest('.hand');
  const belong = (a, b) =>
    // what a round came to stands over the cloth until the next act
    [a, b].some(x => x.e.closest('.verdict')) ||
    a.e === b.e ||
    a.e.contains(b.e) ||
    b.e.contains(a.e) ||
    (hand(a.e) && hand(a.e) === hand(b.e)) || // a hand's cards and its total
    (a.kind === 'lettering' && b.kind === 'lettering') ||
    // a card may lie on the lettering of the cloth, as it does on a table
    ([a, b].some(x => x.kind === 'lettering') &&
      [a, b].some(x => ['cardbox', 'spot', 'chip', 'pill'].includes(x.kind) || x.e.closest('.hand, .ring')));
  for (let i = 0; i < all.length; i++)
    for (let j = i + 1; j < all.length; j++) {
      const a = all[i];
      const b = all[j];
      if (belong(a, b)) continue;
      if (
        Math.max(...a.xs) < Math.min(...b.xs) ||
        Math.max(...b.xs) < Math.min(...a.xs) ||
        Math.max(...a.ys) < Math.min(...b.ys) ||
        Math.max(...b.ys) < Math.min(...a.ys)
      )
        continue;
      const d = into(a.shape, b.shape);
      if (d > 1.5) wrong.push(`${a.name} and ${b.name}: ${d.toFixed(1)} px`);
    }
  // Nothing leaves the cloth: on a table its brass line, on a phone its window.
  const edge = small ? document.querySelector('.felt').getBoundingClientRect() : null;
  const rail = small ? null : board.querySelectorAll('.cloth > path')[3];
  const ctm = rail?.getScreenCTM().inverse();
  // Words keep a little away from the rail.
  for (const x of all) {
    if (x.kind === 'lettering') continue;
    const mx = (Math.min(...x.xs) + Math.max(...x.xs)) / 2;
    for (const [c0, d] of x.shape) {
      const c = small || x.kind !== 'text' ? c0 : c0 + 4 * Math.sign(c0 - mx);
      const off = small
        ? c < edge.left - 1 || c > edge.right + 1 || d < edge.top - 1 || d > edge.bottom + 1
        : !rail.isPointInFill(new DOMPoint(c, d).matrixTransform(ctm));
      if (off) {
        wrong.push(`${x.name} leaves the cloth`);
        break;
      }
    }
  }
  return wrong;
};
