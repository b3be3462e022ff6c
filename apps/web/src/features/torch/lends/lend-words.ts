import { limitInWords } from '../models/amount-words.ts';
import { amountIn, type LendForm } from './lend-form.ts';

interface SentenceNeeds {
  space_name: string;
  model: string;
  form: LendForm;
  /** Names of those whose questions it is lent on. */
  askers: readonly string[];
  /** It answers what its person asks on other devices. */
  isForSelf: boolean;
  /** Of the day's limit (dollars or tokens). */
  used: string | null;
  /** Until when it is lent already, in words. */
  until: string;
}

/** What a press on Lend would do, in one sentence. */
export function lendSentence({
  space_name,
  model,
  form,
  askers,
  isForSelf,
  used,
  until,
}: SentenceNeeds): string {
  const what = isForSelf
    ? `Answer what you ask in ${space_name} on your other devices${form.everyMessage ? ', and every message of yours there,' : ''}`
    : `Answer questions ${form.everyMessage ? 'and every message ' : ''}${fromWhom(form.to, askers)}in ${space_name}`;
  const limit = limitInWords(amountIn(form.perDay, form.unit), form.unit);
  const left = used === null ? '' : ` (${used} used today)`;
  return `${what} with ${model}, up to ${limit} a day${left}, ${untilWords(form.until, until)}.`;
}

function fromWhom(to: LendForm['to'], askers: readonly string[]): string {
  if (to === 'members') return '';
  const group = to === 'friends' ? 'your friends' : 'the hosts';
  return `from ${new Intl.ListFormat('en').format([group, ...askers])} `;
}

function untilWords(chosen: string, until: string): string {
  const words: Readonly<Record<string, string>> = {
    closed: 'while this page is open',
    same: `until ${until}`,
    '1': 'for an hour',
    '8': 'for 8 hours',
    '24': 'for a day',
    '168': 'for a week on this device',
  };
  return words[chosen] ?? `for ${chosen} hours`;
}

export const whatTokensAre =
  'Tokens are the pieces of words that models read and write: a page of text is about 700.';

/** What the sentence does not say by itself. */
export const tokensNote = (model: string) =>
  `No price is known for ${model}, so its limit is counted in tokens. ${whatTokensAre}`;
