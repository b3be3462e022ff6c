import { createContext, use } from 'react';
import type { OneChat } from './one-chat.ts';

/** The chat that is on the page. */
export const ChatContext = createContext<OneChat | null>(null);

export function useOneChat(): OneChat {
  const one = use(ChatContext);
  if (!one) throw new Error('There is no chat around this.');
  return one;
}
