// The parts that stand beside the play: hints, greetings and names, and what was done while I was away.

import { byId } from '../core/dom.js';
import { Away } from './away.js';
import { Greetings } from './greetings.js';
import { Hints } from './hints.js';

export class BesideParts {
  /**
   * @param {string} id the table
   * @param {{ live: () => Client.State, controls: () => object, outgoing: import('./outgoing.js').Outgoing,
   *   connection: () => import('../core/socket.js').TableConnection }} page
   */
  constructor(id, page) {
    this.hints = new Hints(id, page);
    this.greetings = new Greetings(page);
    this.away = new Away();
    this.ready = false;
    // The side is drawn anew when its view changes.
    new MutationObserver(() => this.update(this.ready)).observe(byId('side'), { childList: true });
  }

  /** The table has changed. @param {boolean} ready whether the question is shown */
  update(ready) {
    this.ready = ready;
    this.hints.update(ready);
    this.greetings.update();
  }

  /** Show what was said beside the play. @param {any} m */
  show(m) {
    if (m.t === 'greeting') this.greetings.show(m);
    else this.away.show(m);
  }
}
