// A player's own tickets at a machine: the one just printed, those still valid, and the slot for a code. Codes are never shown to
// anybody else.

import { get } from '../core/api.js';
import { cash, clock, onSpeak, topic } from '../core/i18n.js';
import { esc, tag } from '../core/text.js';

const { w: say, has } = topic('slip');

export class Slips {
  /** @param {(code: string) => Promise<any>} redeem puts a ticket into the machine at which I sit */
  constructor(redeem) {
    Object.assign(this, { redeem, mine: [], just: null, sits: false, said: null });
    document.head.insertAdjacentHTML('beforeend', '<link rel="stylesheet" href="styles/slips.css">');
    document.querySelector('.top .end').insertAdjacentHTML('afterbegin', '<button type="button" class="ghost" id="slips" aria-haspopup="dialog"></button>');
    document.body.insertAdjacentHTML('beforeend', '<dialog class="slips" id="slip" aria-labelledby="slip-h"></dialog>');
    this.button = document.getElementById('slips');
    this.box = /** @type {HTMLDialogElement} */ (document.getElementById('slip'));
    this.button.onclick = () => { this.just = this.said = null; this.open(); };
    this.box.onclick = e => this.press(e);
    // What is typed here is no key of the table.
    this.box.addEventListener('keydown', e => e.stopPropagation());
    this.box.onsubmit = e => { e.preventDefault(); this.put(new FormData(/** @type {HTMLFormElement} */ (e.target)).get('code')); };
    onSpeak(() => { this.label(); if (this.box.open) this.draw(); });
    this.label();
  }

  label() { this.button.innerHTML = `<svg viewBox="0 0 24 16" width="24" height="16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="M1 1h22v4.5a2.5 2.5 0 0 0 0 5V15H1v-4.5a2.5 2.5 0 0 0 0-5zM8 1v14" stroke-linejoin="round"/></svg><span>${say('tickets')}</span>`; }

  /** Whether I sit at this machine. @param {boolean} sits */
  at(sits) { this.sits = sits; }

  /** My ticket has been printed. @param {any} notice */
  took(notice) {
    this.just = { ...notice.facts, law: notice.law };
    this.said = null;
    this.open();
  }

  async open() {
    this.draw();
    if (!this.box.open) this.box.showModal();
    this.mine = await get('/api/tickets').catch(() => []);
    if (this.box.open) this.draw();
  }

  draw() {
    const typed = this.box.querySelector('input')?.value ?? '', held = document.activeElement?.id;
    const open = this.mine.filter(x => x.state === 'open' && x.code !== this.just?.code), used = this.mine.filter(x => x.state !== 'open').slice(0, 5);
    const paper = x => `<article class="paper"><p class="eyebrow">Sabot · ${esc(say('machine', { n: x.machine }))}</p><p class="sum">${esc(cash(x.cents))}</p><p class="codes"><span class="sr">${esc(say('code'))}: </span><code>${esc(x.code)}</code></p><small>${esc(say('keep'))} ${tag(x.law)}</small></article>`;
    const row = x => `<li class="${x.state}"><code>${esc(x.code)}</code><b>${esc(cash(x.cents))}</b><small>${esc(clock(x.at))} · ${esc(say(x.state))}</small>${x.state === 'open' && this.sits ? `<button type="button" class="ghost" data-put="${esc(x.code)}">${esc(say('put'))}</button>` : ''}</li>`;
    this.box.innerHTML = `<header><h2 id="slip-h">${esc(say(this.just ? 'just' : 'tickets'))}</h2><button type="button" class="ghost" data-do="close">${esc(say('close'))}</button></header>
      ${this.just ? `${paper(this.just)}<button type="button" class="ghost" data-do="print">${esc(say('print'))}</button>` : ''}
      ${this.said ? `<p class="${this.said.ok ? 'yes' : 'no'}" role="alert">${esc(this.said.text)} ${this.said.law ? tag(this.said.law) : ''}</p>` : ''}
      <section><h3>${esc(say('slot'))}</h3>${this.sits ? `<form><label for="slip-code">${esc(say('type'))}</label><div><input id="slip-code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="80" placeholder="0000-0000000-XXXX-XXXX"><button class="go">${esc(say('put'))}</button></div></form>` : `<p>${esc(say('sit'))}</p>`}</section>
      ${this.just && !open.length && !used.length ? '' : `<section><h3>${esc(say('mine'))}</h3>${open.length + used.length ? `<ul>${[...open, ...used].map(row).join('')}</ul>` : `<p>${esc(say('none'))}</p>`}</section>`}`;
    const input = this.box.querySelector('input');
    if (input && typed) input.value = typed;
    if (held && held !== 'slips') document.getElementById(held)?.focus();
  }

  press(e) {
    const b = e.target.closest('button'), law = e.target.closest('[data-law]');
    if (law) e.preventDefault();
    if (b?.dataset.do === 'close' || e.target === this.box) this.box.close();
    if (b?.dataset.do === 'print') print();
    if (b?.dataset.put) this.put(b.dataset.put);
  }

  async put(code) {
    const reply = await this.redeem(String(code ?? ''));
    if (reply.lost || reply.code === 'moved-on') return;
    const sums = Object.fromEntries(Object.entries(reply.facts ?? {}).filter(([, n]) => Number.isInteger(n)).map(([k, n]) => [k, cash(n)]));
    this.said = reply.ok ? { ok: true, text: say('done') } : { text: say(has(`no.${reply.code}`) ? `no.${reply.code}` : 'no', sums), law: reply.law };
    if (reply.ok) { this.just = null; const input = this.box.querySelector('input'); if (input) input.value = ''; }
    await this.open();
  }
}
