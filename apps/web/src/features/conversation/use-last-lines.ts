import { fieldValue } from '@polylogue/sync';
import { useEffect, useState } from 'react';
import { lastLineOf } from './last-line.ts';
import type { ListedConversation } from './list/index.ts';
import { useStreamingIds } from './use-conversations.ts';
import { sync } from './wiring.ts';

/** How many messages at the end are looked at: the last ones may be deleted, or have no text. */
const most = 4;

/** The last line of each of these conversations, by id; missing: it is not in this browser. */
export function useLastLines(shown: readonly ListedConversation[]): ReadonlyMap<string, string> {
  const [lines, setLines] = useState<ReadonlyMap<string, string>>(new Map());
  const streaming = useStreamingIds();
  // What changes when one of them has another last line.
  const versions = shown.map(({ id, lastMessageAt }) => `${id} ${lastMessageAt} ${streaming.has(id)}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another object with every change of any conversation
  useEffect(() => {
    let isCurrent = true;
    // The cards do without.
    Promise.all(shown.map(async ({ id }) => [id, await lastLine(id)] as const)).then(
      (found) => isCurrent && setLines(new Map(found)),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [versions]);
  return lines;
}

async function lastLine(id: string): Promise<string> {
  const store = await (await sync.fetch()).openedStore();
  const { messages } = await store.tail(id, most);
  const last = messages.findLast(
    ({ body, fields }) => fieldValue(fields, 'deleted') !== true && lastLineOf(body) !== '',
  );
  if (!last) return '';
  const line = lastLineOf(last.body);
  return last.role === 'user' ? `You: ${line}` : line;
}
