import { growth, growthRows, growthTakes } from './growth.ts';
import type { PageQuestion } from './question.ts';
import { kinds } from './reply.ts';

const blocks = kinds.filter((kind) => kind !== 'mixed');

/** A reply that is one single open block from its first line to its last: one question for each kind. */
export const longBlocks: PageQuestion[] = blocks.map((kind) => ({
  name: `long-block-${kind}`,
  asks: `One ${kind} of 20,000 tokens at 200 a second: does a block that never closes cost more?`,
  sides: ['floor', 'ours'],
  takes: growthTakes,
  rows: growthRows(),
  measure: (side, world, effort) => growth(kind, side, world, effort),
}));
