import type { TurnDecline } from '@polylogue/sync/turns';
import type { Names } from '../engine/names.ts';

type Words = Record<TurnDecline, string>;

/** Why a lender did not take a question, as who asked reads it. */
const byLender = (who: string): Words => ({
  'not-lent': `${who} lends nothing here right now`,
  'other-model': `${who} does not lend the model that you asked for`,
  'not-allowed': `${who} does not lend to you`,
  hour: `you have used up the questions an hour that ${who} lends you`,
  'used-up': `what ${who} lends is used up for today`,
  'no-room': `what is left of what ${who} lends does not pay for an answer`,
  'too-long': `this question is too long for what ${who} lends`,
  busy: `${who}’s browser could not take the question`,
});

/** The same of their own browser. */
const byOwn: Words = {
  'not-lent': 'your browser has no key for this question',
  'other-model': 'your browser does not answer with the model that you asked for',
  'not-allowed': 'your browser answers only what you asked in it',
  hour: 'you have used up the questions an hour that your other browser answers',
  'used-up': 'your budget, or your limit for today, is used up',
  'no-room': 'what is left of your limits does not pay for an answer',
  'too-long': 'this question is too long for your model',
  busy: 'your browser could not take the question',
};

/** The same as the lender reads it, of a question that somebody else asked. */
const byReader: Words = {
  'not-lent': 'you lend nothing for this question',
  'other-model': 'you do not lend the model that was asked for',
  'not-allowed': 'you do not lend to who asked',
  hour: 'whoever asked has used up the questions an hour that you lend them',
  'used-up': 'what you lend is used up for today',
  'no-room': 'what is left of what you lend does not pay for an answer',
  'too-long': 'this question is too long for what you lend',
  busy: 'your browser could not take the question',
};

export function declineWords(
  declined: string,
  holder: string | null,
  { someone }: Names,
  isAsker = true,
): string {
  const name = someone(holder);
  const all = name !== 'you' ? byLender(name) : isAsker ? byOwn : byReader;
  // A newer server may know more reasons.
  return (all as Record<string, string | undefined>)[declined] ?? all.busy;
}
