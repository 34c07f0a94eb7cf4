// What players may say to one another: a fixed list, shown in the reader's language; and the name that I chose.

import { narrowScreen } from '../cloths/screens.js';
import { asRefusal, post } from '../core/api.js';
import { byId, find, hit } from '../core/dom.js';
import { lang, t } from '../core/i18n.js';
import { readText, storeText } from '../core/storage.js';
import { esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { readerName } from './reader_names.js';

const SHOWN_MS = 7000;
/** @type {House.GreetCommand['greeting'][]} */
const GREETINGS = ['evening', 'luck', 'well-played', 'congratulations', 'thanks', 'moment', 'sorry', 'goodbye'];
const MUTED = 'sabot.greetings';

export class Greetings {
  /**
   * @param {{ live: () => Client.State, connection: () => import('../core/socket.js').TableConnection,
   *   outgoing: import('./outgoing.js').Outgoing }} page
   */
  constructor(page) {
    this.page = page;
    this.off = readText(MUTED) === 'off';
    this.side = byId('side');
    this.name = '';
    this.fault = '';
    this.list = document.createElement('div');
    this.list.className = 'greetings';
    this.list.setAttribute('role', 'log');
    this.list.setAttribute('aria-live', 'polite');
    find(document, '.felt').append(this.list);
    this.side.addEventListener('click', e => {
      const button = hit(e, '[data-greet]');
      if (button) this.say(/** @type {House.GreetCommand['greeting']} */ (button.dataset.greet));
    });
    this.side.addEventListener('change', e => {
      if (e.target instanceof HTMLInputElement && e.target.matches('.greetshow')) this.mute(!e.target.checked);
    });
    // Before the form of a complaint, which takes every form of the side for its own.
    const takeName = (/** @type {Event} */ e) => {
      const form = e.target instanceof HTMLFormElement && e.target.matches('.ownname') ? e.target : null;
      if (!form) return;
      e.preventDefault();
      e.stopPropagation();
      this.rename(String(new FormData(form).get('name') ?? ''));
    };
    this.side.addEventListener('submit', takeName, true);
  }

  /** @param {House.GreetCommand['greeting']} greeting */
  async say(greeting) {
    const reply = await this.page.connection().sendCommand({ t: 'greet', greeting });
    if (!reply.ok && !reply.lost) this.page.outgoing.showRefusal(/** @type {Client.Refusal} */ (reply));
  }

  /** @param {string} name */
  async rename(name) {
    try {
      this.name = (await post('/api/session/name', { name })).name;
      this.fault = '';
    } catch (thrown) {
      this.fault = asRefusal(thrown).message;
    }
    this.update();
  }

  /** @param {boolean} off */
  mute(off) {
    this.off = off;
    if (off) this.list.textContent = '';
    storeText(MUTED, off ? 'off' : '');
  }

  /** Somebody says something: it stands beside their seat for some seconds. @param {House.Greeting} m */
  show(m) {
    if (this.off) return;
    const line = document.createElement('p');
    line.textContent = t('greet.says', {
      who: m.yours ? t('you') : readerName(m.by),
      place: t('place.n', { n: m.place }).toLocaleLowerCase(lang()),
      what: t(`greet.${m.greeting}`),
    });
    const seat = document.querySelector(
      `#board li[data-place="${CSS.escape(m.place)}"], #board .seats > li:nth-child(${Number(m.place) || 0})`,
    );
    if (seat && !narrowScreen.matches) {
      const at = seat.getBoundingClientRect();
      const felt = this.list.getBoundingClientRect();
      line.style.left = `${Math.max(0, at.left + at.width / 2 - felt.left)}px`;
      line.style.top = `${Math.max(0, at.top - felt.top)}px`;
      line.className = 'at';
    }
    this.list.append(line);
    setTimeout(() => line.remove(), SHOWN_MS);
  }

  /** The box in the side: at a table that others share, for whoever is seated. */
  update() {
    const s = this.page.live();
    const links = this.side.querySelector('.links');
    let box = this.side.querySelector('.companybox');
    if (!links || !s.table || s.table.own || !s.you?.places.length) {
      box?.remove();
      return;
    }
    if (!box) {
      box = document.createElement('section');
      box.className = 'companybox';
      links.before(box);
      setHtml(/** @type {HTMLElement} */ (box), '<details><summary></summary><div></div></details>');
    }
    const summary = find(box, 'summary');
    if (summary.textContent !== t('greet.say')) summary.textContent = t('greet.say');
    const name = readerName(this.name || s.you.name);
    setHtml(
      find(box, 'div'),
      `<div class="greetlist">${GREETINGS.map(
        key => `<button type="button" class="ghost" data-greet="${key}">${esc(t(`greet.${key}`))}</button>`,
      ).join(
        '',
      )}</div><label class="greetcheck"><input type="checkbox" class="greetshow"${this.off ? '' : ' checked'}> ${esc(
        t('greet.show'),
      )}</label>${
        s.table.demo
          ? `<form class="ownname"><label>${esc(t('own-name.title'))} <input name="name" maxlength="16" autocomplete="off" value="${esc(name)}"></label><button type="submit" class="ghost">${esc(
              t('own-name.change'),
            )}</button><small role="status">${esc(this.fault || t('own-name.hint'))}</small></form>`
          : ''
      }`,
    );
  }
}
