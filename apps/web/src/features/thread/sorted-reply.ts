import { sortReply } from '@polylogue/sync/reasoning';
import { endedText } from '../messages/index.ts';
import type { Reply } from './message.ts';

type Sorted = Pick<Reply, 'text' | 'rest' | 'isTooLong' | 'reasoning' | 'arrived'>;

/** What is shown of a finished reply; text beyond `limit` is not displayed. */
export function sortedReply(content: string, reasoning: string, limit: number): Sorted {
  const sorted = sortReply(content);
  const { text } = sorted;
  const thoughts = [reasoning, sorted.reasoning].filter((part) => part.trim() !== '').join('\n\n');
  const isTooLong = text.length > limit;
  const isAsArrived = text === content && thoughts === reasoning;
  return {
    text: endedText(isTooLong ? text.slice(0, limit) : text),
    rest: isTooLong ? [text.slice(limit)] : [],
    isTooLong,
    reasoning: thoughts === '' ? null : endedText(thoughts),
    arrived: isAsArrived
      ? null
      : { text: endedText(content), reasoning: reasoning === '' ? null : endedText(reasoning) },
  };
}

/** The texts of a reply as they arrived, and as they are stored. */
export function arrivedTexts({ text, rest, reasoning, arrived }: Reply): { text: string; reasoning: string } {
  const whole = arrived ? arrived.text.value : rest.length === 0 ? text.value : text.value + rest.join('');
  return { text: whole, reasoning: (arrived ?? { reasoning }).reasoning?.value ?? '' };
}
