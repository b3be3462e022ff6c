import type { ListedMessage } from '../../view/message.ts';
import { type RowHeights, rowHeights } from './row-heights.ts';

/** The messages of a list and the heights of their rows: measured, or estimated until then. */
export interface MessageRows {
  readonly messages: readonly ListedMessage[];
  readonly heights: RowHeights;
  indexOf(id: string): number | undefined;
  /** Those that were there keep their height. */
  arrange(now: readonly ListedMessage[]): void;
  /** Returns by how many pixels those that end above `top` have grown. */
  measure(sizes: readonly { id: string; height: number }[], top: number): number;
  /** All measurements are void but those of these messages, which are measured again soon. */
  forget(except: readonly ListedMessage[]): void;
}

export function messageRows(estimate: (message: ListedMessage) => number, gap: number): MessageRows {
  const heights = rowHeights([], gap);
  const places = new Map<string, number>();
  let messages: readonly ListedMessage[] = [];
  let known = new Map<string, number>();

  const heightOf = (message: ListedMessage) => known.get(message.id) ?? estimate(message);

  return {
    get messages() {
      return messages;
    },
    heights,
    indexOf: (id) => places.get(id),
    arrange(now) {
      const from = sameBeginning(messages, now);
      const added = now.slice(from).map((message) => {
        const index = places.get(message.id) ?? -1;
        return messages[index] === message ? heights.heightOf(index) : heightOf(message);
      });
      for (const { id } of messages.slice(from)) places.delete(id);
      heights.truncate(from);
      for (const height of added) heights.add(height);
      for (let index = from; index < now.length; index++) places.set((now[index] as ListedMessage).id, index);
      messages = now;
    },
    measure(sizes, top) {
      let above = 0;
      for (const { id, height } of sizes) {
        const index = places.get(id);
        if (index === undefined) continue;
        const difference = height - heights.heightOf(index);
        known.set(id, height);
        if (difference === 0) continue;
        if (heights.topOf(index) + heights.heightOf(index) <= top) above += difference;
        heights.set(index, height);
      }
      return above;
    },
    forget(except) {
      known = new Map(except.flatMap(({ id }) => (known.has(id) ? [[id, known.get(id) ?? 0]] : [])));
      heights.truncate(0);
      for (const message of messages) heights.add(heightOf(message));
    },
  };
}

function sameBeginning(before: readonly ListedMessage[], now: readonly ListedMessage[]): number {
  let same = 0;
  while (same < now.length && now[same] === before[same]) same++;
  return same;
}
