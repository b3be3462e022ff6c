import { type RefObject, useEffect } from 'react';
import { firstMessage } from '../../lib/drafts/first-message.ts';
import type { TextBox } from '../composer/index.ts';
import { startNew } from './chats.ts';
import type { Conversation } from './conversation.ts';
import { enterPlace } from './steering/folder/folder-model.ts';

/** Sends a message written on Home, alone. If it cannot be sent, for example without a key, it stays in the box. */
export function useFirstMessage(active: Conversation, box: RefObject<TextBox | null>): void {
  useEffect(() => {
    const isNew = active.opening.read() === 'new';
    const text = isNew || active.temporary.read() ? firstMessage.take() : null;
    if (text === null) return;
    if (!isNew) {
      // A temporary chat is under way: its place is left to a new one.
      firstMessage.pass(text);
      return startNew(active);
    }
    enterPlace({ folder: null, isNew: true }, null);
    if (!active.send(text, [])) box.current?.prepend(text);
  }, [active, box]);
}
