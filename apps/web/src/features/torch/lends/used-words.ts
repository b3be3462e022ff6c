import type { OwnSpace } from '@polylogue/contract';
import { isUsedUp, unitOf } from '@polylogue/sync/turns';
import { tokensInWords } from '../../../lib/text/money.ts';
import { timeOrDay } from '../../../lib/text/time.ts';
import { limitInWords, usedInWords } from '../models/amount-words.ts';
import type { UsedToday } from './advertising.ts';
import type { OwnLend } from './lends.ts';

/** `used $0.12 of $1 today`; with ≤ while it is only known what it costs at most. */
export function usedWords({ lend }: OwnLend, used: UsedToday): string {
  const unit = unitOf(lend);
  const amount = unit === 'tokens' ? tokensInWords(Math.round(used.tokens)) : usedInWords(used.usd, unit);
  return `used ${used.isBound ? '≤ ' : ''}${amount} of ${limitInWords(lend.per_day[unit], unit)} today`;
}

/** Why a lend answers nobody any more today; null: it does. Days begin at 0:00 UTC. */
export function usedUpWords(own: OwnLend, used: UsedToday): string | null {
  if (!isUsedUp(own.lend, used)) return null;
  const tomorrow = new Date().setUTCHours(24, 0, 0, 0);
  const until = timeOrDay(new Date(tomorrow));
  const unit = unitOf(own.lend);
  const rest = used[unit] < own.lend.per_day[unit] ? ', and the rest does not pay for another answer' : '';
  return `Nobody in ${own.space_name} is answered with your key until ${until}: ${usedWords(own, used)}${rest}.`;
}

/** Why nobody in a space is answered with one's key, whatever one lends; null: they are, as far as is known. */
export function restingWords(
  own: Pick<OwnSpace, 'space' | 'can' | 'muted_until'> | undefined,
): string | null {
  if (!own || own.can.post) return null;
  const { name, archived_at } = own.space;
  if (archived_at !== null) return `${name} is archived: nobody is answered there.`;
  return own.muted_until === null
    ? `You are a listener in ${name}, so your key answers nobody there.`
    : `While you are muted in ${name}, your key answers nobody there.`;
}
