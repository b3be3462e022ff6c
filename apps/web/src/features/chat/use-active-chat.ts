import { createContext, use } from 'react';
import type { ActiveChat } from './active-chat.ts';

/** The chat on the page. */
export const ChatContext = createContext<ActiveChat | null>(null);

export function useActiveChat(): ActiveChat {
  const active = use(ChatContext);
  if (!active) throw new Error('There is no chat around this.');
  return active;
}
