// What stands beside the play: hints, greetings, what was done while I was away. It is loaded after the first picture.

import { inReaderNames } from './reader_names.js';

/**
 * @typedef {{ live: () => Client.State, controls: () => object, outgoing: import('./outgoing.js').Outgoing,
 *   connection: () => import('../core/socket.js').TableConnection }} Page
 */

export class Beside {
  /** @type {import('./beside_parts.js').BesideParts | null} */
  parts = null;
  /** Messages that came before the parts. @type {any[]} */
  waiting = [];
  ready = false;
  asked = false;

  /** @param {string} id the table @param {Page} page */
  constructor(id, page) {
    this.id = id;
    this.page = page;
  }

  get hints() {
    return this.parts?.hints ?? null;
  }

  /** The table has changed. @param {boolean} ready whether the question is shown */
  update(ready) {
    this.ready = ready;
    if (this.parts) this.parts.update(ready);
    else if (!this.asked) {
      this.asked = true;
      requestAnimationFrame(() => this.load());
    }
  }

  async load() {
    const { BesideParts } = await import('./beside_parts.js');
    this.parts = new BesideParts(this.id, this.page);
    for (const m of this.waiting.splice(0)) this.parts.show(m);
    this.parts.update(this.ready);
  }

  /**
   * Takes what is said beside the play, and hands on everything else.
   * @param {(m: any) => void} handle
   * @returns {(m: Client.Message) => void}
   */
  around(handle) {
    return m => {
      if (m.t !== 'greeting' && !(m.t === 'notice' && m.kind === 'while-away')) handle(inReaderNames(m));
      else if (this.parts) this.parts.show(m);
      else this.waiting.push(m);
    };
  }
}
