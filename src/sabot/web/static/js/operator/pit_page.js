// What the page of the croupier shows: the record, the next step, and what is being entered.

import { NOT_YET } from '../core/api.js';
import * as store from '../core/store.js';

export const page = {
  /** @type {House.Badge | null} */ me: null,
  live: store.empty(),
  shown: store.empty(),
  /** @type {House.TableStatus} */ next: NOT_YET,
  rank: '',
  busy: false,
  /** @type {House.Anything} */ fault: NOT_YET,
  requestNumber: 0,
  deadline: 0,
  clockTotal: 0,
  /** The drawing of the table. @type {{render: (s: Client.State) => void} | null} */ cloth: null,
};
