// What the page of the staff shows: who is signed in, and what the house has of late.

import { NOT_YET } from '../core/api.js';

/**
 * What the staff page shows. What a member of staff may not see is null.
 * @typedef {object} Overview
 * @property {House.GameSwitch[]} games
 * @property {House.StaffTable[]} tables
 * @property {House.ListView[]} lists
 * @property {House.Complaint[] | null} complaints
 * @property {House.JournalLine[] | null} journal
 * @property {House.JournalHead | null} end
 * @property {House.Worker[] | null} people
 * @property {House.PlayerHere[] | null} players
 * @property {number} at when it was loaded
 */

export const page = {
  /** @type {House.Badge | null} */ me: null,
  /** @type {Overview} */ overview: NOT_YET,
  staleSince: 0,
  /** The load that is under way. @type {Promise<void> | null} */ loading: null,
};
