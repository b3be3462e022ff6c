import type { Torch } from '@polylogue/contract';
import { moneyInWords, tokensInWords } from '../../../../lib/text/money.ts';

type Lent = NonNullable<Torch['lend']>;

/** How many others lend in a space, in few words; null when no one does. `names` are of those whose name is known. */
export function torchWords(lenders: number, names: readonly string[]): string | null {
  if (lenders === 0) return null;
  if (lenders > 1) return `${lenders} people lend a key`;
  return `${names[0] ?? 'someone'} lends a key`;
}

export const lentWords = ({ models }: Lent): string =>
  `lends a key for ${[...new Set(models.map(({ model }) => model))].join(', ')}`;

/** The most that one turn may cost a lender: tokens where no price is known. */
export function limitWords({ models, per_turn }: Lent): string {
  const most = [
    ...(models.some(({ price }) => price !== null) ? [moneyInWords(per_turn.usd)] : []),
    ...(models.some(({ price }) => price === null) ? [`${tokensInWords(per_turn.tokens)} tokens`] : []),
  ];
  return `up to ${most.join(' or ')} a question`;
}
