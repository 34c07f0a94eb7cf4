// A player's own tickets: the one just printed, those still valid, and a field for a code. Codes are never shown to
// anybody
// else.

import { byId, find, hit } from '../core/dom.js';
import { get } from '../core/api.js';
import { formatSum, formatTime, onLanguageChange, wordGroup } from '../core/i18n.js';
import { esc, clauseLink } from '../core/text.js';

const { w, has } = wordGroup('slip');

/** @typedef {Pick<House.OwnTicket, 'machine' | 'cents' | 'code' | 'law'>} Printed a ticket that was just printed */

export class TicketDialog {
  /** @param {(code: string) => Promise<Client.Reply>} redeem puts a ticket into the machine at which I sit */
  constructor(redeem) {
    this.redeem = redeem;
    /** @type {House.OwnTicket[]} */
    this.tickets = [];
    /** @type {Printed | null} */
    this.printed = null;
    this.seated = false;
    /** @type {{ok?: boolean, text: string, law?: string} | null} */
    this.answer = null;
    const style = new URL('../../styles/slips.css', import.meta.url);
    document.head.insertAdjacentHTML('beforeend', `<link rel="stylesheet" href="${style.pathname}">`);
    find(document, '.top .end').insertAdjacentHTML(
      'afterbegin',
      '<button type="button" class="ghost" id="slips" aria-haspopup="dialog"></button>',
    );
    document.body.insertAdjacentHTML('beforeend', '<dialog class="slips" id="slip" aria-labelledby="slip-h"></dialog>');
    this.button = byId('slips');
    this.box = /** @type {HTMLDialogElement} */ (byId('slip'));
    this.button.onclick = () => {
      this.printed = this.answer = null;
      this.open();
    };
    this.box.onclick = e => this.press(e);
    // Keys typed here must not reach the table.
    this.box.addEventListener('keydown', e => e.stopPropagation());
    this.box.onsubmit = e => {
      e.preventDefault();
      this.redeemCode(String(new FormData(/** @type {HTMLFormElement} */ (e.target)).get('code') ?? ''));
    };
    onLanguageChange(() => {
      this.label();
      if (this.box.open) this.draw();
    });
    this.label();
  }

  label() {
    this.button.innerHTML = `<svg viewBox="0 0 24 16" width="24" height="16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="M1 1h22v4.5a2.5 2.5 0 0 0 0 5V15H1v-4.5a2.5 2.5 0 0 0 0-5zM8 1v14" stroke-linejoin="round"/></svg><span>${w('tickets')}</span>`;
  }

  /** Set whether I sit at this machine. @param {boolean} seated */
  setSeated(seated) {
    this.seated = seated;
  }

  /** Show the ticket that was just printed. @param {Client.Notice} notice */
  showPrinted(notice) {
    const { machine, cents, code } = notice.facts;
    this.printed = { machine, cents, code, law: notice.law };
    this.answer = null;
    this.open();
  }

  async open() {
    this.draw();
    if (!this.box.open) this.box.showModal();
    this.tickets = await get('/api/tickets').catch(() => []);
    if (this.box.open) this.draw();
  }

  draw() {
    const typed = /** @type {HTMLInputElement | null} */ (this.box.querySelector('input'))?.value ?? '';
    const focusedId = document.activeElement?.id;
    const open = this.tickets.filter(x => x.state === 'open' && x.code !== this.printed?.code);
    const used = this.tickets.filter(x => x.state !== 'open').slice(0, 5);
    /** @param {Printed} x */
    const renderTicket = x =>
      `<article class="paper"><p class="eyebrow">Sabot · ${esc(w('machine', { n: x.machine }))}</p><p class="sum">${esc(formatSum(x.cents))}</p><p class="codes"><span class="sr">${esc(w('code'))}: </span><code>${esc(x.code)}</code></p><small>${esc(w('keep'))} ${clauseLink(x.law)}</small></article>`;
    /** @param {House.OwnTicket} x */
    const row = x =>
      `<li class="${x.state}"><code>${esc(x.code)}</code><b>${esc(formatSum(x.cents))}</b><small>${esc(formatTime(x.at))} · ${esc(w(x.state))}</small>${
        x.state === 'open' && this.seated
          ? `<button type="button" class="ghost" data-put="${esc(x.code)}">${esc(w('put'))}</button>`
          : ''
      }</li>`;
    this.box.innerHTML = `<header><h2 id="slip-h">${esc(w(this.printed ? 'just' : 'tickets'))}</h2><button type="button" class="ghost" data-do="close">${esc(w('close'))}</button></header>
      ${
        this.printed
          ? `${renderTicket(this.printed)}<button type="button" class="ghost" data-do="print">${esc(w('print'))}</button>`
          : ''
      }
      ${
        this.answer
          ? `<p class="${this.answer.ok ? 'yes' : 'no'}" role="alert">${esc(this.answer.text)} ${
              this.answer.law ? clauseLink(this.answer.law) : ''
            }</p>`
          : ''
      }
      <section><h3>${esc(w('slot'))}</h3>${
        this.seated
          ? `<form><label for="slip-code">${esc(w('type'))}</label><div><input id="slip-code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="80" placeholder="0000-0000000-XXXX-XXXX"><button class="go">${esc(w('put'))}</button></div></form>`
          : `<p>${esc(w('sit'))}</p>`
      }</section>
      ${
        this.printed && !open.length && !used.length
          ? ''
          : `<section><h3>${esc(w('mine'))}</h3>${
              open.length + used.length
                ? `<ul>${[...open, ...used].map(row).join('')}</ul>`
                : `<p>${esc(w('none'))}</p>`
            }</section>`
      }`;
    const input = /** @type {HTMLInputElement | null} */ (this.box.querySelector('input'));
    if (input && typed) input.value = typed;
    if (focusedId && focusedId !== 'slips') document.getElementById(focusedId)?.focus();
  }

  /** @param {MouseEvent} e */
  press(e) {
    const b = hit(e, 'button');
    const law = hit(e, '[data-law]');
    if (law) e.preventDefault();
    if (b?.dataset.do === 'close' || e.target === this.box) this.box.close();
    if (b?.dataset.do === 'print') print();
    if (b?.dataset.put) this.redeemCode(b.dataset.put);
  }

  /** @param {string} code */
  async redeemCode(code) {
    const reply = await this.redeem(String(code ?? ''));
    if (reply.lost || reply.code === 'moved-on') return;
    const sums = Object.fromEntries(
      Object.entries(reply.facts ?? {})
        .filter(([, n]) => Number.isInteger(n))
        .map(([k, n]) => [k, formatSum(n)]),
    );
    this.answer = reply.ok
      ? { ok: true, text: w('done') }
      : { text: w(has(`no.${reply.code}`) ? `no.${reply.code}` : 'no', sums), law: reply.law };
    if (reply.ok) {
      this.printed = null;
      const input = /** @type {HTMLInputElement | null} */ (this.box.querySelector('input'));
      if (input) input.value = '';
    }
    await this.open();
  }
}
