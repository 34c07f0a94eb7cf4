// The screens on which the page is laid out otherwise.

/**
 * The narrow screen of a phone or a tablet, and the low screen of a phone held sideways; the same conditions as in the
 * style sheets.
 */
export const narrowScreen = matchMedia('(max-width:1180px)');
export const lowScreen = matchMedia('(max-width:1180px) and (max-height:520px)');
