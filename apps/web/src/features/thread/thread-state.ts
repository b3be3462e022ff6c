import {
  type Forks,
  forkKey,
  hasFallenBack,
  type Pending as ListedPending,
  type ListState,
  lastIndex,
  lastMessage,
  type MessageMarks,
} from '../messages/index.ts';
import {
  changed,
  hasText,
  type LoadedFile,
  type Message,
  type MessageError,
  type ModelRef,
  type Reply,
  type UserMessage,
  withFiles,
} from './message.ts';
import { attributedUsage, type ReplyUsage, sumUsage } from './usage.ts';
import { branched, switched, withoutVersion, withStored } from './versions.ts';

/** Whether an answer is pending. `aside`: the version being asked for again, and the message it follows. */
type Pending =
  | Exclude<ListedPending, { type: 'loading' }>
  | (Extract<ListedPending, { type: 'loading' }> & {
      aside: { after: string; tail: Forks<Message>[string][number] } | null;
    });

export interface ThreadState extends ListState {
  messages: readonly Message[];
  forks: Forks<Message>;
  pending: Pending;
  /** Older messages are on their way: only the end of the conversation is here. */
  hasMore: boolean;
}

/** A conversation as loaded from storage. */
type Opened = Pick<ThreadState, 'messages' | 'forks' | 'sentFrom' | 'hasMore'>;

export type ThreadEvent =
  /** `insteadOf`: the message it is a version of. */
  | { type: 'question-asked'; question: UserMessage; insteadOf: string | null }
  /** Asks a question again, or asks for another version of a reply. */
  | { type: 'retry-requested'; id: string }
  | { type: 'rest-requested' }
  | { type: 'reply-started'; reply: Reply }
  /** `asked`: the model that is asked for the rest. */
  | { type: 'reply-resumed'; asked: ModelRef | null }
  | { type: 'reply-changed'; change: Partial<Reply> }
  | { type: 'silence-began' }
  | { type: 'silence-ended' }
  /** `asked`: the model that gave it, which may not be that of the message it belongs to: `id`, which keeps its usage. */
  | {
      type: 'answer-ended';
      id: string | null;
      error: MessageError | null;
      usage: ReplyUsage | null;
      asked: ModelRef | null;
      /** It was stopped before the first word, and may have been read by then. */
      wasSent?: boolean;
    }
  /** Files of a question, or their thumbnails, have loaded; or are known to be missing. `loaded`: by their place. */
  | { type: 'files-loaded'; id: string; loaded: readonly LoadedFile[] }
  /** `id`: the message on which versions were switched. */
  | { type: 'version-chosen'; id: string; version: number }
  | { type: 'message-marked'; id: string; marks: MessageMarks }
  | { type: 'oldest-dropped'; sentFrom: string }
  | { type: 'all-sent-again' }
  | ({ type: 'conversation-opened' } & Opened)
  /** All that is stored, of which the end was here. */
  | ({ type: 'older-messages-loaded' } & Opened);

export const emptyThread: ThreadState = {
  messages: [],
  forks: {},
  sentFrom: null,
  pending: { type: 'idle' },
  hasMore: false,
};

const loading = { type: 'loading', isStillWaiting: false, aside: null } as const;
const streaming: Pending = { type: 'streaming', isStillWaiting: false };

/** The text of a reply is not in here: it grows in its ReplyText, and only its bubble is updated. */
export function nextThread(conversation: ThreadState, event: ThreadEvent): ThreadState {
  const { messages, pending } = conversation;
  switch (event.type) {
    case 'question-asked': {
      const index = event.insteadOf === null ? -1 : indexOf(messages, event.insteadOf);
      const next = index < 0 ? conversation : branchedAt(conversation, index, event.question.id);
      return { ...next, messages: [...next.messages, event.question], pending: loading };
    }
    case 'retry-requested': {
      const index = indexOf(messages, event.id);
      if (messages[index]?.role !== 'assistant') {
        return { ...conversation, messages: changeLast(messages, { error: null }), pending: loading };
      }
      const after = forkKey(messages, index);
      const next = branchedAt(conversation, index);
      const tail = next.forks[after]?.[conversation.forks[after]?.indexOf(null) ?? 0] ?? null;
      return { ...next, pending: { ...loading, aside: { after, tail } } };
    }
    case 'rest-requested':
      return { ...conversation, messages: changeLast(messages, { error: null }), pending: loading };
    case 'reply-started':
      return begun(conversation, event.reply);
    case 'reply-resumed':
      return { ...conversation, messages: changeReply(messages, { isGrowing: true }), pending: streaming };
    case 'reply-changed':
      return { ...conversation, messages: changeReply(messages, event.change) };
    case 'silence-began':
    case 'silence-ended':
      return pending.type === 'idle'
        ? conversation
        : { ...conversation, pending: { ...pending, isStillWaiting: event.type === 'silence-began' } };
    case 'answer-ended':
      return { ...ended(conversation, event.error, event.usage), pending: { type: 'idle' } };
    case 'files-loaded':
      return { ...conversation, messages: messages.map((message) => withFiles(message, event)) };
    case 'version-chosen': {
      const index = indexOf(messages, event.id);
      return index < 0 ? conversation : switchedAt(conversation, index, event.version);
    }
    case 'message-marked':
      return {
        ...conversation,
        messages: messages.map((message) =>
          message.id === event.id ? changed<Message>(message, event.marks) : message,
        ),
      };
    case 'oldest-dropped':
      return { ...conversation, sentFrom: event.sentFrom };
    case 'all-sent-again':
      return { ...conversation, sentFrom: null };
    case 'conversation-opened': {
      const { type: _, ...opened } = event;
      return { ...emptyThread, ...opened };
    }
    case 'older-messages-loaded':
      return {
        ...conversation,
        ...withStored(conversation, event),
        sentFrom: conversation.sentFrom ?? event.sentFrom,
        hasMore: event.hasMore,
      };
  }
}

/** The index of the first message that is still sent. */
export function firstSent({ messages, sentFrom }: Pick<ThreadState, 'messages' | 'sentFrom'>): number {
  return sentFrom === null ? 0 : Math.max(0, indexOf(messages, sentFrom));
}

/** Whether the pending answer arrived without an error. */
export function hasEndedWell(before: ThreadState, now: ThreadState): boolean {
  if (before.pending.type === 'idle' || now.pending.type !== 'idle') return false;
  const last = lastMessage(now.messages);
  return !hasFallenBack(before, now) && last?.role === 'assistant' && last.error === null;
}

function indexOf(messages: readonly Message[], id: string): number {
  return messages.findIndex((message) => message.id === id);
}

function branchedAt(conversation: ThreadState, index: number, id: string | null = null): ThreadState {
  return {
    ...conversation,
    ...branched(conversation, index),
    sentFrom: movedSentFrom(conversation, index, id),
  };
}

function switchedAt(conversation: ThreadState, index: number, version: number): ThreadState {
  const next = { ...conversation, ...switched(conversation, index, version) };
  const first = next.messages[index];
  return { ...next, sentFrom: movedSentFrom(conversation, index, first?.role === 'user' ? first.id : null) };
}

/** Another version of the first sent message becomes the first that is sent. */
function movedSentFrom({ messages, sentFrom }: ThreadState, index: number, id: string | null): string | null {
  return id !== null && sentFrom !== null && messages[index]?.id === sentFrom ? id : sentFrom;
}

/** Once another reply arrives, only the usage of a reply without text is kept. */
function begun(conversation: ThreadState, reply: Reply): ThreadState {
  const { messages, forks, pending } = conversation;
  const next = { ...conversation, messages: [...messages, reply], pending: streaming };
  if (pending.type !== 'loading' || !pending.aside) return next;
  const { after, tail } = pending.aside;
  const [only, ...more] = tail ?? [];
  if (only?.role !== 'assistant' || more.length > 0 || hasText(only)) return next;
  const spent = attributedUsage(only.usage, only.asked, lastMessage(messages)?.asked ?? null);
  const paid = changeLast(messages, addedUsage(messages, spent));
  return {
    ...next,
    messages: [...paid, reply],
    forks: withoutVersion(forks, after, forks[after]?.indexOf(tail) ?? 0),
  };
}

function ended(conversation: ThreadState, error: MessageError | null, usage: ReplyUsage | null): ThreadState {
  const { messages, pending } = conversation;
  if (pending.type === 'loading' && pending.aside) {
    const { after, tail } = pending.aside;
    const index = indexOf(messages, after) + 1;
    const version = conversation.forks[after]?.indexOf(tail) ?? 0;
    const paid = { ...conversation, messages: changeLast(messages, addedUsage(messages, usage)) };
    const back = switched(paid, index, version);
    const forks = withoutVersion(back.forks, after, (back.forks[after]?.length ?? 0) - 1);
    const first = back.messages[index];
    // A complete reply stays as complete as it was.
    // A deleted one shows no error; a toast reports it instead.
    const isMarked = index === back.messages.length - 1 && first?.error && !first.isDeleted;
    return {
      ...conversation,
      forks,
      messages: isMarked ? changeLast(back.messages, { error }) : back.messages,
    };
  }
  const last = lastMessage(messages);
  const before = last?.usage ?? null;
  // An uncounted continuation was paid for as well.
  const isUncounted = before !== null && usage === null && pending.type === 'streaming';
  const change = {
    error,
    ...(isUncounted ? { usage: { ...before, isPartial: true as const } } : addedUsage(messages, usage)),
  };
  return {
    ...conversation,
    messages:
      last?.role === 'assistant'
        ? changeReply(messages, { isGrowing: false, ...change })
        : changeLast(messages, change),
  };
}

const addedUsage = (messages: readonly Message[], usage: ReplyUsage | null) => ({
  usage: sumUsage(lastMessage(messages)?.usage ?? null, usage),
});

function changeLast(
  messages: readonly Message[],
  change: Partial<Pick<Message, 'error' | 'usage'>>,
): readonly Message[] {
  const last = lastMessage(messages);
  return last ? messages.with(lastIndex(messages), changed(last, change)) : messages;
}

function changeReply(messages: readonly Message[], change: Partial<Reply>): readonly Message[] {
  const last = lastMessage(messages);
  return last?.role === 'assistant' ? messages.with(lastIndex(messages), changed(last, change)) : messages;
}
