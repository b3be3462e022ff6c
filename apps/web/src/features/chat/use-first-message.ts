import { type RefObject, useEffect } from 'react';
import { firstMessage } from '../../lib/drafts/first-message.ts';
import type { TextBox } from '../composer/index.ts';
import type { Conversation } from './conversation.ts';
import { enterPlace } from './steering/folder/folder-model.ts';

/** Sends a message written on Home. If it cannot be sent, for example without a key, it stays in the box. */
export function useFirstMessage(active: Conversation, box: RefObject<TextBox | null>): void {
  useEffect(() => {
    const text = active.opening.read() === 'new' ? firstMessage.take() : null;
    if (text === null) return;
    enterPlace({ folder: null, isNew: true }, null);
    if (!active.send(text)) box.current?.prepend(text);
  }, [active, box]);
}
