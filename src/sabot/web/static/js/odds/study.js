// What the page of odds shows.

import { NOT_YET } from '../core/api.js';

export const pageQuery = new URLSearchParams(location.search);

export const page = {
  /** @type {Client.Odds} */ answer: NOT_YET,
  failed: '',
  strategy: pageQuery.get('play') ?? '',
  cards: false,
  /** The cell that is open, as "row:column". @type {string | null} */ openCell: null,
};
