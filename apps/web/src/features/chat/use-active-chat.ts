import { createContext, use } from 'react';
import type { ActiveChat } from './active-chat.ts';

/** The chat that is on the page. */
export const ChatContext = createContext<ActiveChat | null>(null);

export function useActiveChat(): ActiveChat {
  const one = use(ChatContext);
  if (!one) throw new Error('There is no chat around this.');
  return one;
}
