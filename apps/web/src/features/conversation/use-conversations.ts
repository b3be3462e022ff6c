import { useEffect } from 'react';
import { useLive } from '../../lib/state/use-live.ts';
import { conversations, isListWhole, type List, streamingConversations } from './list/index.ts';
import { sync } from './wiring.ts';

/** The conversations of the account or guest, newest first; null until they have been read. */
export function useConversations(): List {
  // What stores them reads the list. If its code could not be loaded, the next component that shows it tries again.
  useEffect(() => void sync.fetch().catch(() => {}), []);
  return useLive(conversations, (list) => list);
}

/** Whether these are all: false while a new browser fetches those of the account. */
export const useListWhole = (): boolean => useLive(isListWhole, (isWhole) => isWhole);

/** The ids of the conversations that are receiving an answer, in this tab or another. */
export const useStreamingIds = (): ReadonlySet<string> => useLive(streamingConversations, (ids) => ids);

/** Whether a conversation is receiving an answer, in this tab or another. */
export const useStreaming = (id: string): boolean => useLive(streamingConversations, (ids) => ids.has(id));
