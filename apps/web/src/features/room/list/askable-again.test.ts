import { defaultLend } from '@polylogue/sync/turns';
import { expect, test } from 'vitest';
import { segmentOf, turnWith } from '../testing/turns.ts';
import { askableAgain, isOwnAskable, ownAskableAgain } from './askable-again.ts';

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
  expect(askableAgain(turn, lent, 'me', true)).toEqual(['me', 'ada', 'ben']);
  expect(askableAgain(turn, lent, 'me', false)).toEqual(['ada', 'ben']);
});

test('their own key is tried again where one asked, or where a browser answers for their other devices [TORCH-13]', () => {
  const nothing = { lent: {}, forSelf: null };
  const asked = { id: 't1', is_automatic: false };
  expect(isOwnAskable(asked, nothing, 'me', true)).toBe(true);
  expect(isOwnAskable(asked, nothing, 'me', false)).toBe(false);
  // What is lent to others answers no question of one’s own.
  expect(isOwnAskable(asked, { ...nothing, lent: { me: lending } }, 'me', false)).toBe(false);
  expect(isOwnAskable(asked, { ...nothing, forSelf: lending }, 'me', false)).toBe(true);
});

test('for what nobody asked, their own key is tried again where it is lent for every message [TORCH-13 MODE-02]', () => {
  const posted = { id: 't1', is_automatic: true };
  const forAll = { ...lending, every_message: true };
  const nothing = { lent: {}, forSelf: null };
  expect(isOwnAskable(posted, { ...nothing, lent: { me: lending } }, 'me', true)).toBe(false);
  expect(isOwnAskable(posted, { ...nothing, lent: { me: forAll } }, 'me', false)).toBe(true);
  expect(isOwnAskable(posted, { ...nothing, forSelf: lending }, 'me', true)).toBe(false);
  expect(isOwnAskable(posted, { ...nothing, forSelf: forAll }, 'me', false)).toBe(true);
});

test('whoever declined is not asked again unless they were busy: it would change nothing [TORCH-13]', () => {
  const declined = (name: string, reason: string) =>
    segmentOf(name, { started: null, because: 'declined', declined: reason });
  const turn = turnWith({ segments: [declined('ada', 'hour'), declined('ben', 'busy')] });
  expect(askableAgain(turn, lent, 'me', true)).toEqual(['ben']);
});

test('for the question of somebody else, a lender whose browser failed has it asked again as long as it lends, and nobody else’s [TORCH-13]', () => {
  const turn = turnWith({
    segments: [segmentOf('ada', { because: 'network' }), segmentOf('ben', { because: 'network' })],
  });
  expect(ownAskableAgain(turn, lent, 'ada')).toEqual(['ada']);
  expect(ownAskableAgain(turn, { ben: lending }, 'ada')).toEqual([]);
  expect(ownAskableAgain(turn, { ...lent, cleo: lending }, 'cleo')).toEqual([]);
});
