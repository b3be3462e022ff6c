import { isBlank } from '@polylogue/sync';
import { type RefObject, useEffect } from 'react';
import { firstMessage } from '../../lib/drafts/first-message.ts';
import { isUnderWay } from '../composer/files/index.ts';
import type { TextBox } from '../composer/index.ts';
import { startNew } from './chats.ts';
import type { Conversation } from './conversation.ts';
import type { ChatFile } from './files/preparing.ts';
import { enterPlace } from './steering/folder/folder-model.ts';

/** The files that go along with a message from a conversation that is not here. */
let along: { from: Conversation; files: readonly ChatFile[] } | null = null;

/** Sends a message written on Home, alone. If it cannot be sent, for example without a key, it stays in the box. */
export function useFirstMessage(active: Conversation, box: RefObject<TextBox | null>): void {
  useEffect(() => {
    const isNew = active.opening.read() === 'new';
    const text = isNew || active.temporary.read() ? firstMessage.take() : null;
    if (text === null) return;
    // A temporary chat is there: its place is left to a new one.
    if (active.temporary.read()) return begin(text, active);
    enterPlace({ folder: null, isNew: true }, null);
    if (!active.send(text, takeAlong(active))) box.current?.prepend(text);
  }, [active, box]);
}

/** Puts them beside the text box. */
function takeAlong({ attach }: Conversation): readonly ChatFile[] {
  if (!along) return [];
  const { from, files } = along;
  along = null;
  void attach.adopt(files);
  from.attach.dispatch({ type: 'removed', ids: files.map(({ id }) => id) });
  return files;
}

/** Sends what is written; from a conversation that is not here, as the first message of another one. */
export function ask(active: Conversation, text: string): boolean {
  const files = active.attach.read();
  const isNothing = isBlank(text) && files.length === 0;
  if (active.opening.read() !== 'missing' || isNothing || files.some(isUnderWay)) return active.send(text);
  along = { from: active, files };
  begin(text, active);
  return true;
}

function begin(text: string, from: Conversation) {
  firstMessage.pass(text);
  startNew(from);
}
