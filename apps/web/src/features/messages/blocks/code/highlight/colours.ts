/** What a piece of code is, as far as its colour is concerned. The order is the wire format between page and worker. */
export const colours = [
  'plain',
  'comment',
  'string',
  'constant',
  'keyword',
  'function',
  'type',
  'tag',
  'attribute',
  'inserted',
  'deleted',
  'heading',
] as const;
export type Colour = (typeof colours)[number];

/** A line as pairs: how many characters, and which colour (its index above). */
export type HighlightedLine = readonly number[];
