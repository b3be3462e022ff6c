import type { Torch } from '@polylogue/contract';
import { isUsedUp } from '@polylogue/sync/turns';
import { moneyInWords, tokensInWords } from '../../../lib/text/money.ts';
import type { Names } from '../engine/names.ts';
import type { ModelName } from './receipt.ts';

type Lent = NonNullable<Torch['lend']>;

/** Who else lends something of which there is any left today. */
export const othersLending = (
  lent: Readonly<Record<string, Lent & Pick<Torch, 'spent_today'>>>,
  me: string,
): string[] =>
  Object.entries(lent).flatMap(([id, lend]) => (id === me || isUsedUp(lend, lend.spent_today) ? [] : [id]));

/** How many others lend in a space, in few words; null when no one does. `names` are of those whose name is known. */
export function torchWords(lenders: number, names: readonly string[]): string | null {
  if (lenders === 0) return null;
  if (lenders > 1) return `${lenders} people lend a key`;
  return `${names[0] ?? 'someone'} lends a key`;
}

/**
 * Of lenders none of whose pages that lend is on a screen, that a browser may have stopped it; null: none is one of these.
 * Nothing is known across a block.
 */
export function backgroundWords(
  lenders: readonly string[],
  lent: Readonly<Record<string, { isVisible: boolean }>>,
  names: Pick<Names, 'whose'>,
): string | null {
  const away = lenders.filter((id) => lent[id]?.isVisible === false);
  if (away.length === 0) return null;
  const whose = new Intl.ListFormat('en').format(away.slice(0, mostNamed).map(names.whose));
  return `${whose} ${away.length === 1 ? 'page is' : 'pages are'} in the background`;
}

/** How many lenders are named. */
const mostNamed = 3;

export const lentWords = ({ models }: Lent, modelName: ModelName): string =>
  `lends a key for ${[...new Set(models.map(({ provider, model }) => modelName(provider, model)))].join(', ')}`;

/** The most that one turn may cost a lender: tokens where no price is known. */
export function limitWords({ models, per_turn }: Lent): string {
  const most = [
    ...(models.some(({ price }) => price !== null) ? [moneyInWords(per_turn.usd)] : []),
    ...(models.some(({ price }) => price === null) ? [`${tokensInWords(per_turn.tokens)} tokens`] : []),
  ];
  return `up to ${most.join(' or ')} a question`;
}
