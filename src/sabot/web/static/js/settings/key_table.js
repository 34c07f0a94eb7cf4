// The table of keys: the letters of one game's acts, a column for each language. A letter is refused, in words, where
// another act of a game that has both bears it.

import { get } from '../core/api.js';
import { find, hit } from '../core/dom.js';
import { lang, t, wordGroup } from '../core/i18n.js';
import { LANGS } from '../core/language.js';
import { changeSettings, isKeyLetter, keyId, settings } from '../core/settings.js';
import { esc } from '../core/text.js';

const { w } = wordGroup('set');
/** The decisions of a game come first in its table of keys, then what every table has, and seats last. */
const COMMON = ['bet', 'clear', 'clear-all', 'repeat', 'deal'];
const LAST = ['sit', 'leave', 'book', 'change-seat', 'wait', 'cut', 'no-cut', 'rest', 'back', 'tip', 'top-up'];

/** @typedef {House.ActKey} ActKey */

/** @param {ActKey} one */
const idOf = one => keyId(one.act, [one.keys.pt, one.keys.en, one.keys.zh]);

/** The letter of an act in a language: the chosen one, else the delivered one. @param {ActKey} one @param {string} as */
const letterOf = (one, as) => settings().keys[as]?.[idOf(one)] ?? one.keys[as];

/** The name of an act, or of a function of the page. @param {ActKey} one @param {string} [as] */
const nameOf = (one, as = lang()) => one.names[as] || t(`set.key.${one.act}`, {}, as);

export class KeyTable {
  /** @param {HTMLElement} root @param {() => void} onGame another game's keys are shown */
  constructor(root, onGame) {
    this.root = root;
    /** @type {ActKey[]} */
    this.all = [];
    /** @type {{id: string, names: Record<string, string>}[]} */
    this.games = [];
    this.game = '';
    /** The key that waits for its letter. @type {{one: ActKey, as: string} | null} */
    this.waiting = null;
    this.problem = '';
    root.addEventListener('change', e => {
      const select = /** @type {HTMLSelectElement | null} */ (hit(e, 'select'));
      if (!select) return;
      this.game = select.value;
      this.waiting = null;
      this.draw();
      find(root, 'select').focus();
      onGame();
    });
    root.addEventListener('click', e => {
      const b = hit(e, '[data-key-of]');
      if (b) this.await(Number(b.dataset.keyOf), b.dataset.as ?? '');
    });
    root.addEventListener('keydown', e => this.take(e));
    root.addEventListener('focusout', e => {
      if (this.waiting && hit(e, '[data-key-of]')) this.giveUp();
    });
  }

  async load() {
    try {
      [this.all, this.games] = await Promise.all([get('/api/keys'), get('/api/games')]);
      const asked = new URLSearchParams(location.search).get('game') ?? '';
      this.game = (
        this.games.find(x => x.id === asked) ??
        this.games.find(x => this.actsOf(x.id).some(a => a.act === 'hit')) ??
        this.games[0]
      ).id;
    } catch (problem) {
      this.problem = w('keys.missing', { why: /** @type {Error} */ (problem).message });
    }
    this.draw();
  }

  /** @param {string} game */
  actsOf(game) {
    /** @param {ActKey} one */
    const rank = one => (LAST.includes(one.act) ? 2 : one.tool || COMMON.includes(one.act) ? 1 : 0);
    return this.all.filter(one => one.games.includes(game)).sort((one, two) => rank(one) - rank(two));
  }

  draw() {
    const languages = Object.entries(LANGS);
    const select = `<label class="which"><span>${esc(w('keys.game'))}</span><select>${this.games
      .map(
        x =>
          `<option value="${esc(x.id)}"${x.id === this.game ? ' selected' : ''}>${esc(x.names[lang()] ?? x.names.pt)}</option>`,
      )
      .join('')}</select></label>`;
    const rows = this.actsOf(this.game)
      .map(one => {
        const at = this.all.indexOf(one);
        const second = lang() === 'pt' ? '' : nameOf(one, 'pt');
        return `<tr><th scope="row">${esc(nameOf(one))}${second && second !== nameOf(one) ? `<small lang="pt">${esc(second)}</small>` : ''}</th>${languages
          .map(([as]) => `<td${as === lang() ? ' class="on"' : ''}>${this.keyHtml(one, at, as)}</td>`)
          .join('')}</tr>`;
      })
      .join('');
    this.root.innerHTML = `<h2 id="h-keys">${esc(w('keys'))} <small>${esc(w('keys.what'))}</small></h2>${
      this.problem
        ? `<p class="none">${esc(this.problem)}</p>`
        : `${select}<div class="keys" tabindex="0" role="region" aria-labelledby="h-keys"><table><thead><tr><th scope="col">${esc(w('keys.at'))}</th>${languages
            .map(
              ([as, name]) =>
                `<th scope="col" lang="${as === 'zh' ? 'zh-Hant' : as}"${as === lang() ? ' class="on"' : ''}>${name}</th>`,
            )
            .join(
              '',
            )}</tr></thead><tbody>${rows}</tbody></table></div><p class="help" id="keys-said" role="status">${esc(w('keys.help'))}</p>`
    }`;
  }

  /** @param {ActKey} one @param {number} at @param {string} as */
  keyHtml(one, at, as) {
    const letter = letterOf(one, as);
    return `<button type="button" class="key${letter === one.keys[as] ? '' : ' own'}" data-key-of="${at}" data-as="${as}" aria-label="${esc(
      w('keys.name', { act: nameOf(one), language: LANGS[as], key: letter }),
    )}"><kbd>${esc(letter)}</kbd></button>`;
  }

  /** @param {string} text @param {boolean} [refused] */
  say(text, refused = false) {
    const out = this.root.querySelector('#keys-said');
    if (!out) return;
    out.textContent = text;
    out.classList.toggle('refused', refused);
  }

  /** @param {number} at @param {string} as */
  await(at, as) {
    const one = this.all[at];
    if (this.waiting) this.button(this.waiting)?.classList.remove('waits');
    this.waiting = { one, as };
    this.button(this.waiting)?.classList.add('waits');
    this.button(this.waiting)?.focus();
    this.say(w('keys.wait', { act: nameOf(one) }));
  }

  /** @param {{one: ActKey, as: string}} key */
  button({ one, as }) {
    return this.root.querySelector(`[data-key-of="${this.all.indexOf(one)}"][data-as="${as}"]`);
  }

  giveUp() {
    if (!this.waiting) return;
    const { one, as } = this.waiting;
    this.button(this.waiting)?.classList.remove('waits');
    this.waiting = null;
    this.say(w('keys.same', { act: nameOf(one), key: letterOf(one, as) }));
  }

  /** The letter for the key that waits. @param {KeyboardEvent} e */
  take(e) {
    if (!this.waiting || e.ctrlKey || e.metaKey || e.altKey || ['Shift', 'Tab', 'Enter', ' '].includes(e.key)) return;
    const { one, as } = this.waiting;
    e.preventDefault();
    if (e.key === 'Escape') {
      this.giveUp();
      return;
    }
    const back = e.key === 'Delete' || e.key === 'Backspace';
    const letter = back ? one.keys[as] : e.key.toUpperCase();
    if (!isKeyLetter(letter)) {
      this.say(w('keys.letter'), true);
      return;
    }
    const other = this.bearer(one, as, letter);
    if (other) {
      const shared = other.games.includes(this.game) ? this.game : other.games[0];
      const game = this.games.find(x => x.id === shared);
      this.say(
        w('keys.taken', { key: letter, other: nameOf(other), game: game?.names[lang()] ?? game?.names.pt ?? '' }),
        true,
      );
      return;
    }
    this.bind(one, as, letter);
  }

  /**
   * Another act with this letter in a game that has both. Acts that share a letter as delivered are never offered
   * together, and may share it on.
   * @param {ActKey} one @param {string} as @param {string} letter
   */
  bearer(one, as, letter) {
    const id = idOf(one);
    const games = new Set(this.all.filter(x => idOf(x) === id).flatMap(x => x.games));
    const delivered = letter === one.keys[as];
    return [...this.actsOf(this.game), ...this.all].find(
      x =>
        idOf(x) !== id &&
        letterOf(x, as) === letter &&
        x.games.some(g => games.has(g)) &&
        !(delivered && x.keys[as] === letter),
    );
  }

  /** @param {ActKey} one @param {string} as @param {string} letter */
  bind(one, as, letter) {
    const { [idOf(one)]: _, ...others } = settings().keys[as] ?? {};
    const mine = letter === one.keys[as] ? others : { ...others, [idOf(one)]: letter };
    this.waiting = null;
    changeSettings({ keys: { ...settings().keys, [as]: mine } });
    this.refresh();
    this.button({ one, as })?.focus();
    this.say(w('keys.set', { act: nameOf(one), key: letter }));
  }

  /** Show the letters as they are chosen now. */
  refresh() {
    for (const b of this.root.querySelectorAll('[data-key-of]')) {
      const html = this.keyHtml(this.all[Number(b.dataset.keyOf)], Number(b.dataset.keyOf), b.dataset.as ?? '');
      if (b.outerHTML !== html) b.outerHTML = html;
    }
  }
}
