// Opens the session and the connection of a table before the page's other modules are here. What comes in waits for the
// page.

import '../core/early.js';
import { ensureSession } from '../core/api.js';
import { firstLanguage } from '../core/language.js';
import { TableConnection } from '../core/socket.js';

const asked = new URLSearchParams(location.search);
export const id = asked.get('id') ?? '';
/** Whether the page was opened to sit down: the gaming room says so in the address. */
export const seatAsked = asked.has('sit');

/**
 * @typedef {{onMessage: (m: Client.Message) => void, onState: (state: 'up'|'down'|'gone', again?: number) => void,
 *   since: () => number}} TablePage
 */

/** @type {TablePage | null} */
let page = null;
/** What came in before the page was there. @type {((to: TablePage) => void)[]} */
const waiting = [];
/** @param {(to: TablePage) => void} tell */
const pass = tell => {
  if (page) tell(page);
  else waiting.push(tell);
};

/** The connection, once there is a session. */
export const opening = ensureSession(firstLanguage()).then(
  () =>
    new TableConnection(id, () => page?.since() ?? 0, {
      onMessage: m => pass(to => to.onMessage(m)),
      onState: (state, again) => pass(to => to.onState(state, again)),
    }),
);
opening.catch(() => {}); // the page says why

/** From now on this page gets what comes in, first what has waited. @param {TablePage} shown */
export function takeOver(shown) {
  page = shown;
  for (const tell of waiting.splice(0)) tell(shown);
}
