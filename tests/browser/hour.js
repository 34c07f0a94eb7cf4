// What one page is told and what it draws, written down from its first moment on, and the hands of
// its guest. Every card has the version at which the page first had it, in what the line said
// (`told`, by coup) and in what was drawn (`drawn`, since it was last asked, without what was `lying` there then).
(() => {
  const NAME = /\w+ of (?:spades|hearts|diamonds|clubs)/g;
  const CODE = /"([2-9TJQKA][SHDC])"/g;
  const mine = (window.hour = {
    v: 0,
    coup: '',
    answers: 0,
    refused: [],
    told: {},
    drawn: {},
    names: {},
    lying: new Set(),
  });
  const note = (into, card, v) => {
    into[card] ??= v;
  };
  const cards = (thing, v) => {
    for (const [, code] of JSON.stringify(thing ?? null).matchAll(CODE)) note((mine.told[mine.coup] ??= {}), code, v);
  };
  const hear = ({ t, v, events = [], ...rest }) => {
    if (t === 'ack' || t === 'refused') mine.answers += 1;
    if (t === 'refused') mine.refused.push(rest);
    if (t === 'snapshot') {
      Object.assign(mine, { v, coup: rest.coup.id });
      cards(rest, v);
    }
    if (t !== 'events') return;
    events.forEach((event, i) => {
      if (event.step === 'begin') mine.coup = event.coup;
      if (event.step === 'deal') mine.lying.clear();
      cards(event, v + i);
    });
    mine.v = v + events.length - 1;
    cards(rest, mine.v);
  };
  window.WebSocket = class extends WebSocket {
    constructor(where) {
      super(where.replace('&packed=1', '')); // so that every message can be heard at once
      this.addEventListener('message', e => hear(JSON.parse(e.data)));
    }
  };
  const look = says => {
    for (const [name] of says.matchAll(NAME))
      if (mine.names[name] && !mine.lying.has(name)) note(mine.drawn, mine.names[name], mine.v);
  };
  new MutationObserver(all => {
    for (const { target, addedNodes, type, attributeName } of all) {
      if (type === 'attributes') look(target.getAttribute(attributeName) ?? '');
      else if (type === 'characterData') look(target.data);
      else for (const node of addedNodes) look(node.outerHTML ?? node.data ?? '');
    }
  }).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['aria-label', 'title'],
    characterData: true,
  });

  // Painting six windows is most of the work, and people look at one: the others are drawn unpainted.
  if (self.unseen)
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('*, *::before, *::after { visibility: hidden !important; animation: none !important; }');
      document.adoptedStyleSheets = [sheet];
    });

  const wait = () => new Promise(done => void setTimeout(done, 8));
  const hurry = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
  const until = async (so, what) => {
    const end = performance.now() + 30_000;
    for (;;) {
      const found = so();
      if (found) return found;
      if (performance.now() > end)
        throw new Error(`${what}: ${document.querySelector('#controls').textContent} ${mine.v}`);
      hurry();
      await wait();
    }
  };
  const find = css => document.querySelector(css);
  const push = css => {
    const b = find(css);
    b?.click();
    return Boolean(b);
  };
  const steps = {
    // what has to be pressed before the act itself can be
    'all-in': '[data-size=all]',
    rest: "[data-open='*']",
    tip: "[data-open='*'],[data-open^='tip:']",
    'top-up': "[data-open='*']",
    leave: "[data-go^='leave:']:not(:disabled)",
  };
  mine.learn = async () => {
    const { cardName } = await import('/js/core/i18n.js');
    for (const suit of 'SHDC') for (const rank of '23456789TJQKA') mine.names[cardName(rank + suit)] = rank + suit;
    look(document.documentElement.outerHTML);
  };
  /** Do one act, once the page shows version `v` and offers it; how often the house refused. */
  mine.does = async ({ act, v, size, peek }) => {
    const key = kind => document.dispatchEvent(new KeyboardEvent(kind, { key: 'v', bubbles: true }));
    if (peek) {
      await until(() => mine.v >= v && find('.dock .peek'), 'my cards');
      key('keydown');
      await wait();
      key('keyup');
    }
    const answers = mine.answers;
    const asked = `#controls [data-act='${act}']:not(:disabled)`;
    await until(() => {
      if (mine.v < v) return false;
      if (act === 'leave') return push(steps.leave);
      if (size) push(`[data-size='${size}'],[data-id='size-${size}']`);
      if (push(asked)) return true;
      for (const css of (steps[act] ?? '').split(',')) if (css) push(`#controls ${css}`);
      return false;
    }, act);
    await until(() => mine.answers > answers, `the answer to ${act}`);
    return mine.refused.length;
  };
  mine.sits = async place => {
    const answers = mine.answers;
    await until(() => push(`.rseat[data-place='${place}'] .oname:not(:disabled)`), `seat ${place}`);
    await until(() => push('#controls [data-act=sit]:not(:disabled)') || mine.answers > answers, 'sit');
    await until(() => mine.answers > answers, 'the answer to sit');
  };
  /** Once a hand is over, whose cards lie until the next one: what the page was told and drew in it, and what it says of money. */
  mine.sums = async ({ v, coup, caves }) => {
    const says = e => (e?.textContent ?? '').replace(/[^\d.]/g, '');
    const stacks = () =>
      Object.fromEntries(
        [...document.querySelectorAll('.rseat')]
          .map(e => [e.dataset.place, says(e.querySelector('.cv'))])
          .filter(([, sum]) => sum),
      );
    const drawn = () =>
      Object.entries(caves).every(([place, cents]) => Math.round(100 * Number(stacks()[place] ?? 0)) === cents);
    await until(() => mine.v >= v && drawn(), 'the stacks after the hand');
    const found = {
      told: mine.told[coup] ?? {},
      drawn: mine.drawn,
      purse: says(find('#purse .long')),
      refused: mine.refused,
      caves: stacks(),
    };
    mine.drawn = {};
    // The cards of a hand lie until those of the next one come.
    mine.lying = new Set([...document.body.outerHTML.matchAll(NAME)].map(([name]) => name));
    return found;
  };
})();
