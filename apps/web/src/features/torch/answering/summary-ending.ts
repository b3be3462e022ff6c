import type { Ending } from '../../keys/index.ts';
import type { Outcome } from './outcome.ts';

type Words = Partial<Record<Ending, string>>;

const tryAgain = 'Close this and try again.';
const tool = `The model asked for a tool, and there are none here. ${tryAgain}`;

const incomplete: Words = {
  'cut-off': `The connection closed before this summary was complete. ${tryAgain}`,
  length: 'It reached the length limit of the model.',
  filtered: 'The provider’s content filter ended it.',
  refused: 'The model declined to go on.',
  paused: `The model paused before it was done. ${tryAgain}`,
  tool,
};

const empty: Words = {
  'cut-off': `The connection closed before a summary came. ${tryAgain}`,
  length: 'The model reached its length limit before it wrote anything. Another model may need less.',
  filtered: 'The provider’s content filter held it back.',
  refused: 'The model declined to answer.',
  paused: `The model paused before it wrote anything. ${tryAgain}`,
  tool,
};

/** Why a summary is missing, or ends early; null: it is complete, or was stopped. */
export function summaryEnding(last: Outcome['last'], hasText: boolean): string | null {
  if (last?.type !== 'ended') return null;
  const { because, says } = last;
  const words = (hasText ? incomplete : empty)[because];
  if (words) return words;
  if (!hasText) return `The model answered without any text. ${tryAgain}`;
  return because === 'other' && says ? `The provider ended it early: “${says}”.` : null;
}
