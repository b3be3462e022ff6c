import type { Message, Reply, Trouble, UserMessage } from './message.ts';

/** What is going on now. `loading`: from send to the first text or reasoning of the reply. */
export type Pending =
  | { type: 'idle' }
  | {
      type: 'loading';
      isStillWaiting: boolean;
      /** The reply that is being asked for anew; it comes back when no other comes. */
      aside: Reply | null;
    }
  | { type: 'streaming'; isStillWaiting: boolean };

export interface Conversation {
  messages: readonly Message[];
  pending: Pending;
}

export type ThreadEvent =
  | { type: 'question-asked'; question: UserMessage }
  | { type: 'retry-asked' }
  | { type: 'rest-asked' }
  | { type: 'reply-started'; reply: Reply }
  | { type: 'reply-resumed' }
  | { type: 'reply-changed'; change: Partial<Reply> }
  | { type: 'silence-fell' }
  | { type: 'silence-broke' }
  | { type: 'answer-ended'; trouble: Trouble | null }
  | { type: 'conversation-opened'; messages: readonly Message[] }
  | { type: 'conversation-cleared' }
  | { type: 'conversation-restored'; messages: readonly Message[] };

export const emptyConversation: Conversation = { messages: [], pending: { type: 'idle' } };

const loading = { type: 'loading', isStillWaiting: false, aside: null } as const;
const streaming: Pending = { type: 'streaming', isStillWaiting: false };

/** The text of a reply is not in here: it grows in its ReplyText, and only that bubble hears of it. */
export function after(conversation: Conversation, event: ThreadEvent): Conversation {
  const { messages, pending } = conversation;
  switch (event.type) {
    case 'question-asked':
      return { messages: [...messages, event.question], pending: loading };
    case 'retry-asked': {
      const last = messages.at(-1);
      return last?.role === 'assistant'
        ? { messages: messages.slice(0, -1), pending: { ...loading, aside: last } }
        : { messages: changeLast(messages, { trouble: null }), pending: loading };
    }
    case 'rest-asked':
      return { messages: changeLast(messages, { trouble: null }), pending: loading };
    case 'reply-started':
      return { messages: [...messages, event.reply], pending: streaming };
    case 'reply-resumed':
      return { messages: changeReply(messages, { isGrowing: true }), pending: streaming };
    case 'reply-changed':
      return { messages: changeReply(messages, event.change), pending };
    case 'silence-fell':
      return pending.type === 'idle'
        ? conversation
        : { messages, pending: { ...pending, isStillWaiting: true } };
    case 'silence-broke':
      return pending.type === 'idle'
        ? conversation
        : { messages, pending: { ...pending, isStillWaiting: false } };
    case 'answer-ended':
      return { messages: ended(messages, pending, event.trouble), pending: { type: 'idle' } };
    case 'conversation-opened':
      return { messages: event.messages, pending: { type: 'idle' } };
    case 'conversation-cleared':
      return emptyConversation;
    case 'conversation-restored':
      // Before what was said since, so that undoing loses nothing either.
      return { messages: [...event.messages, ...messages], pending };
  }
}

function ended(messages: readonly Message[], pending: Pending, trouble: Trouble | null): readonly Message[] {
  if (pending.type === 'loading' && pending.aside) return [...messages, { ...pending.aside, trouble }];
  return messages.at(-1)?.role === 'assistant'
    ? changeReply(messages, { isGrowing: false, trouble })
    : changeLast(messages, { trouble });
}

function changeLast(messages: readonly Message[], change: { trouble: Trouble | null }): readonly Message[] {
  return messages.map((message, index) =>
    index === messages.length - 1 ? { ...message, ...change } : message,
  );
}

function changeReply(messages: readonly Message[], change: Partial<Reply>): readonly Message[] {
  return messages.map((message, index) =>
    index === messages.length - 1 && message.role === 'assistant' ? { ...message, ...change } : message,
  );
}
