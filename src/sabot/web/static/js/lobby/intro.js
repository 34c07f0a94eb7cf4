// What a newcomer reads of a game; each is fetched once.

import { get } from '../core/api.js';

/** @type {Map<string, House.GameIntro | null>} */
const intros = new Map();

/** The introduction of a game, null if it has none or it is not here yet. @param {string} game */
export const introOf = game => intros.get(game) ?? null;

/** Fetch the introduction of a game. @param {string} game */
export async function loadIntro(game) {
  if (intros.has(game)) return;
  /** @type {House.GameIntro | null} */
  const intro = await get(`/api/intro?game=${encodeURIComponent(game)}`).catch(() => null);
  intros.set(game, intro?.steps ? intro : null);
}
