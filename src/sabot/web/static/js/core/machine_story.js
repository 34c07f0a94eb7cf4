// What the record of a gaming machine says. Only pages that show machines load the module that knows it,
// `machine/narration.js`, which enters itself here.

import { NOT_YET } from './api.js';

/**
 * @typedef {{
 *   rows: (table: Client.Described, events: Client.Event[], other: (table: Client.Described, e: Client.Event) => string)
 *     => {html: string, law: string, also: string[]}[],
 *   caption: (s: Client.State, live: Client.State, upToDate: boolean) => Client.Caption,
 *   showsBet: (s: Client.State) => boolean,
 * }} MachineStory
 */

/** @type {MachineStory} */
let story = NOT_YET;

export const machineStory = () => story;

/** @param {MachineStory} told */
export const setMachineStory = told => {
  story = told;
};
