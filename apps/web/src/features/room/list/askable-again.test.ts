import { defaultLend } from '@polylogue/sync/turns';
import { expect, test } from 'vitest';
import { segmentOf, turnWith } from '../testing/turns.ts';
import { askableAgain, ownAskableAgain } from './askable-again.ts';

const lending = {
  ...defaultLend,
  models: [],
  spent_today: { usd: 0, tokens: 0 },
  isVisible: true,
  lent_at: 0,
};
const lent = { ada: lending, ben: lending };

test('who failed and still lends can be asked again, the last one first; so can one’s own browser [TORCH-13]', () => {
  const turn = turnWith({
    segments: [
      segmentOf('ada', { because: 'limit' }),
      segmentOf('gone', { because: 'key' }),
      segmentOf('ben', { because: 'silent' }),
      segmentOf('ada', { because: 'provider' }),
      segmentOf('me', { because: 'key' }),
    ],
  });
  expect(askableAgain(turn, lent, 'me')).toEqual(['me', 'ada', 'ben']);
});

test('whoever declined is not asked again unless they were busy: it would change nothing [TORCH-13]', () => {
  const declined = (name: string, reason: string) =>
    segmentOf(name, { started: null, because: 'declined', declined: reason });
  const turn = turnWith({ segments: [declined('ada', 'hour'), declined('ben', 'busy')] });
  expect(askableAgain(turn, lent, 'me')).toEqual(['ben']);
});

test('for the question of somebody else, a lender whose browser failed has it asked again as long as it lends, and nobody else’s [TORCH-13]', () => {
  const turn = turnWith({
    segments: [segmentOf('ada', { because: 'network' }), segmentOf('ben', { because: 'network' })],
  });
  expect(ownAskableAgain(turn, lent, 'ada')).toEqual(['ada']);
  expect(ownAskableAgain(turn, { ben: lending }, 'ada')).toEqual([]);
  expect(ownAskableAgain(turn, { ...lent, cleo: lending }, 'cleo')).toEqual([]);
});
