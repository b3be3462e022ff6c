import { preference } from '../../lib/state/preference.ts';

/** The size of all text, and with it of what surrounds it. */
export const textSize = preference('polylogue.text_size', ['normal', 'small', 'large', 'larger']);

/** How close things stand to each other. */
export const density = preference('polylogue.density', ['comfortable', 'compact']);
