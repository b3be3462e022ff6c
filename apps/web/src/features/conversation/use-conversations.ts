import { useEffect } from 'react';
import { useLive } from '../../lib/state/use-live.ts';
import { conversations, followConversations, type List, streamingConversations } from './wiring.ts';

/** The conversations of the account or guest, newest first; null until they have been read. */
export function useConversations(): List {
  useEffect(followConversations, []);
  return useLive(conversations, (list) => list);
}

/** Whether a conversation is receiving an answer, in this tab or another. */
export const useStreaming = (id: string): boolean => useLive(streamingConversations, (ids) => ids.has(id));
