// The drawing of a table by the shape of its felt, with the bets and controls that belong to it. Each shape is a module
// of its own, and a page loads only that of its table.

/**
 * The drawing of a table. Only some can announce cards, show mine, or know the whole record.
 * @typedef {{render: (s: Client.State) => void, setRecord?: (s: Client.State) => void, announce?: (s: Client.State) =>
 *   string, look?: (shown: boolean, aloud?: boolean) => void, moving?: boolean}} Cloth
 *
 * What a drawing and its bets ask of the page.
 * @typedef {{
 *   live: () => Client.State,
 *   shown: () => Client.State,
 *   act: (act: string, seat: string, amount?: number) => Promise<Client.Reply>,
 *   redeem: (code: string) => Promise<Client.Reply>,
 *   draw: () => void,
 *   mayReserve: (place: string) => boolean,
 *   openAmount: (act: string, place: string) => boolean,
 *   openPlace: (place: string) => void,
 *   openPays: () => void,
 *   refillCredits: () => void,
 *   machineChanged: () => void,
 *   playback: import('../core/playback.js').Playback,
 * }} Page
 *
 * What only a gaming machine has: its buttons, its sheet of prizes, its tickets.
 * @typedef {{
 *   controls: import('../machine/desk.js').MachineControls,
 *   pays: () => [title: string, html: string],
 *   tickets: import('../machine/tickets.js').TicketDialog,
 * }} Machine
 *
 * @typedef {{bets: import('./bets.js').Bets, cloth: Cloth, machine?: Machine}} Built
 * @typedef {(page: Page) => Built} Builder
 */

/** A table around a pot is drawn in a way of its own. @typedef {Client.Felt['shape'] | 'ring'} Shape */

/** @type {Record<Shape, () => Promise<{build: Builder}>>} */
const BUILDERS = {
  arc: () => import('./arc_builder.js'),
  oval: () => import('./oval_builder.js'),
  ring: () => import('./ring_builder.js'),
  cabinet: () => import('./cabinet_builder.js'),
  layout: () => import('./layout_builder.js'),
};

/**
 * Load what draws a felt. If it does not arrive the page starts anew: a browser may not ask for the same module twice.
 * @param {Client.Felt} felt
 * @returns {Promise<Builder>}
 */
export async function loadBuilder(felt) {
  try {
    return (await BUILDERS[felt.ring ? 'ring' : felt.shape]()).build;
  } catch {
    setTimeout(() => location.reload(), 3_000);
    return new Promise(() => {});
  }
}
