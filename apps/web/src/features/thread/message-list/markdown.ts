import { later } from '../../../lib/later.ts';

/** Fetched on idle, or as soon as there is a message; until it is here a text is readable as it was written. */
export const markdown = later(() => import('../markdown/index.ts').then((file) => file.Markdown));
