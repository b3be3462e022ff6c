import { isBlank } from '@polylogue/sync';
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
    // A temporary chat is there: its place is left to a new one.
    if (active.temporary.read()) return begin(text, active);
    enterPlace({ folder: null, isNew: true }, null);
    if (!active.send(text, [])) box.current?.prepend(text);
  }, [active, box]);
}

/** Sends what is written; from a conversation that is not here, as the first message of another one. */
export function ask(active: Conversation, text: string): boolean {
  if (active.opening.read() !== 'missing' || active.attach.read().length > 0 || isBlank(text))
    return active.send(text);
  begin(text, active);
  return true;
}

function begin(text: string, from: Conversation) {
  firstMessage.pass(text);
  startNew(from);
}
