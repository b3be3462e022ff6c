import { storage } from '../../../lib/state/storage.ts';
import { titlesEntry } from '../../conversation/index.ts';
import type { openedStore } from '../../sync/index.ts';
import type { ThreadEvent, ThreadState } from '../../thread/index.ts';
import { usedUp, usedUpEntry } from '../../usage/used-up/index.ts';

interface Needs {
  conversationId: string;
  store: ReturnType<typeof openedStore>;
  /** Resolves once the events so far are stored. */
  stored(): Promise<unknown>;
}

/** Returns what listens to a conversation that begins here: after its first answer it gets a title, if that is switched on. */
export function titlesAfterFirstAnswer({ conversationId, store, stored }: Needs) {
  let isDone = false;

  return async ({ type }: ThreadEvent, { messages }: ThreadState) => {
    if (isDone || type !== 'answer-ended' || storage.read(titlesEntry) === null) return;
    const [question, reply] = messages;
    const isFirst = messages.length === 2 && question?.role === 'user' && reply?.role === 'assistant';
    // One that failed may be tried again.
    if (isFirst && reply.error !== null) return;
    isDone = true;
    if (usedUp(storage.read(usedUpEntry), Date.now())) return;
    if (!isFirst || !reply.asked || question.content.trim() === '') return;
    const first = {
      conversation_id: conversationId,
      message_id: reply.id,
      question: question.content,
      asked: { ...reply.asked },
    };
    await stored();
    const { beginTitling } = await import('./begin-titling.ts');
    await beginTitling(first, store);
  };
}
