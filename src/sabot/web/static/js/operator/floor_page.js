// What the page of the machines shows: who is signed in, the machines, and the one that is chosen.

import { NOT_YET } from '../core/api.js';

export const page = {
  /** @type {House.Badge | null} */ me: null,
  /** @type {House.Machine[]} */ machines: NOT_YET,
  /** @type {House.MachineGames | null} */ machine: null,
  chosen: '',
  lampFilter: 'all',
  loadedAt: 0,
  stale: false,
  busy: false,
};
