import { growth, growthRows, growthTakes } from './growth.ts';
import type { PageQuestion } from './question.ts';

export const streamGrowth: PageQuestion = {
  name: 'stream-growth',
  asks: '20,000 tokens at 200 a second: does a token cost the same late in a reply as early in it?',
  sides: ['floor', 'ours'],
  takes: growthTakes,
  rows: growthRows({
    apart: { best: '1.07×', median: 'saturated' },
    frames: { best: '32 ms', median: '420 ms' },
  }),
  measure: (side, world, effort) => growth('mixed', side, world, effort),
};
