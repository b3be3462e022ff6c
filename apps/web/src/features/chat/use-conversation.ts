import { createContext, use } from 'react';
import type { Conversation } from './conversation.ts';

/** The chat on the page. */
export const ChatContext = createContext<Conversation | null>(null);

export function useConversation(): Conversation {
  const active = use(ChatContext);
  if (!active) throw new Error('There is no chat around this.');
  return active;
}
