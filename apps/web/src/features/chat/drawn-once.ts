import type { ComponentType } from 'react';
import { markdown } from '../thread/index.ts';
import { ChatPage } from './chat-page.tsx';
import { chat } from './the-chat.ts';

/** Milliseconds that a page waits for what reads its messages; then it shows them as they were written. */
const patience = 200;

/** The page, when what its conversation needs is here too: that was asked for earlier, and messages are drawn once. */
export async function chatPage(): Promise<ComponentType> {
  if (chat.thread.read().messages.length > 0 && !markdown.now()) {
    const tooLong = new Promise((resolve) => setTimeout(resolve, patience));
    await Promise.race([markdown.fetch().catch(() => {}), tooLong]);
  }
  return ChatPage;
}
