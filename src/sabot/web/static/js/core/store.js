// Folds the messages of one table into plain state. Pure functions: no DOM, no clock.

export * from './bet_names.js';
export * from './state.js';
export * from './offers.js';
export * from './fold.js';
export * from './messages.js';
