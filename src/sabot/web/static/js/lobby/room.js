// What the lobby shows: the tables of the house, and the last search.

import { NOT_YET } from '../core/api.js';

export const page = {
  /** @type {House.GamingRoom} */ room: NOT_YET,
  failed: false,
  /** @type {(House.SearchResult & {q: string}) | null} */ searchResult: null,
  searchNumber: 0,
  timer: 0,
};
