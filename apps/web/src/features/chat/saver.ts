import type { MessageFields, UsageRecord } from '@polylogue/contract';
import { cutText, newId, type StampedFields } from '@polylogue/sync';
import type { Clock } from '../../lib/schedule/clock.ts';
import { forkKey, lastMessage } from '../messages/index.ts';
import type { ConversationStore } from '../sync/index.ts';
import { type Message, markFields, type Reply, type ThreadEvent, type ThreadState } from '../thread/index.ts';
import { detailsOf, filesIn, hostOf, storedFiles } from './stored-thread.ts';

type Store = Pick<
  ConversationStore,
  | 'create'
  | 'addFiles'
  | 'grow'
  | 'end'
  | 'setFields'
  | 'changeFields'
  | 'setMessageFields'
  | 'setDetails'
  | 'addUsage'
>;

interface SaverNeeds {
  conversationId: string;
  /** Resolves once the stored part of the conversation is in the thread. */
  ready: Promise<unknown>;
  store(): Promise<Store>;
  /** Whether an account has it too, with which it may be erased here and come back. */
  isInAccount: boolean;
  read(): ThreadState;
  clock: Clock;
  /** Milliseconds since 1970, by the server's clock. */
  now(): number;
  /** What a new conversation starts with besides its title. */
  fields(): StampedFields;
  titleOf(text: string): string;
  /** Marks a reply as being received here; returns a function that ends that. */
  receiving(messageId: string): () => void;
  /** Millionths of a US dollar; null where no price is known. */
  priceOf(message: Message, usage: NonNullable<Message['usage']>): number | null;
  /** Estimates the last answer's usage from its text and what was sent: not every provider counts. */
  estimateOf(conversation: ThreadState, added: string): Promise<NonNullable<Message['usage']>>;
  onQuestionStored(id: string): void;
  onFailed(error: unknown): void;
}

/** Stores the events of one conversation’s thread. */
export interface Saver {
  onEvent(event: ThreadEvent, conversation: ThreadState): void;
  /** Stores what has arrived of an answer right away: the page may be about to close. */
  flush(): void;
  /** Stores fields of the conversation. */
  set(fields: Record<string, StampedFields[string][0]>): void;
  /** Runs work after what is being stored. */
  then(work: (store: Store) => Promise<unknown>): void;
  /** Resolves once all events so far are stored. */
  done(): Promise<void>;
  /** Whether some event is not stored yet. */
  isBusy(): boolean;
}

/** A run that is being received. */
interface Receiving {
  messageId: string;
  runId: string;
  base: number;
  reasoningBase: number;
  /** How much is stored. */
  offset: number;
  reasoningOffset: number;
  /** What is stored of the reply besides its texts. */
  origin(): { parent_id: string | null; created_at: number };
  release(): void;
}

/** Milliseconds between two writes of a growing reply: at most this much is lost when the browser crashes. */
const pace = 1_000;

export function openSaver(needs: SaverNeeds): Saver {
  const { conversationId: conversation_id, clock, now, read } = needs;
  let last: Promise<unknown> = needs.ready.catch(() => {});
  let receiving: Receiving | null = null;
  let callOff = () => {};
  let isNew = false;
  let unstored = 0;

  /** Runs work one after the other, in the order of the events. */
  function then(work: (store: Store) => Promise<unknown>) {
    unstored += 1;
    last = last
      .then(async () => work(await needs.store()))
      .catch(needs.onFailed)
      .finally(() => {
        unstored -= 1;
      });
  }

  const at = (fields: Record<string, StampedFields[string][0]>): StampedFields =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value, now()] as const]));

  /** The message it follows, which may still have been loading when it was sent. */
  function parentOf({ id }: Message, { messages }: ThreadState): string | null {
    const index = messages.findIndex((message) => message.id === id);
    if (index > 0) return messages[index - 1]?.id ?? null;
    const now = read().messages;
    return now[now.findIndex((message) => message.id === id) - 1]?.id ?? null;
  }

  function create(message: Message, conversation: ThreadState) {
    const details = detailsOf(message);
    const files = storedFiles(message);
    const begins = isNew;
    isNew = false;
    then(async (store) => {
      await store.create(
        {
          conversation_id,
          message_id: message.id,
          parent_id: parentOf(message, conversation),
          role: message.role,
          ...(message.role === 'user' && { body: message.content }),
          details,
          files,
        },
        at({ leaf: message.id, ...(begins && beginningOf(message)) }),
      );
      if (message.role === 'user') needs.onQuestionStored(message.id);
    });
    if (begins) then((store) => store.setFields(conversation_id, needs.fields()));
  }

  const beginningOf = (message: Message) =>
    message.role === 'user' ? { title: needs.titleOf(message.content || fileNames(message)) } : {};

  function receive(reply: Reply, conversation: ThreadState, base: number, reasoningBase: number) {
    const created_at = now();
    receiving = {
      messageId: reply.id,
      runId: newId(),
      base,
      reasoningBase,
      offset: base,
      reasoningOffset: reasoningBase,
      origin: () => ({ parent_id: parentOf(reply, conversation), created_at }),
      release: needs.receiving(reply.id),
    };
    // Even if the page is left before any text is stored, its next visit sees what to end.
    grow(receiving, reply, '', '');
    callOff = clock.after(pace, tick);
  }

  const runOf = ({ messageId, runId, base, reasoningBase, origin }: Receiving, reply: Reply) => ({
    conversation_id,
    message_id: messageId,
    run_id: runId,
    base,
    reasoning_base: reasoningBase,
    ...(needs.isInAccount && {
      whole: () => ({
        ...origin(),
        body: withoutHalfPair(textFrom(reply, 0)),
        reasoning: withoutHalfPair(arrivedReasoning(reply)?.value ?? ''),
      }),
    }),
  });

  function tick() {
    flush();
    callOff = clock.after(pace, tick);
  }

  function flush() {
    const reply = lastMessage(read().messages);
    if (!receiving || reply?.role !== 'assistant' || reply.id !== receiving.messageId) return;
    const text = withoutHalfPair(textFrom(reply, receiving.offset));
    const reasoning = withoutHalfPair(
      arrivedReasoning(reply)?.readFrom(receiving.reasoningOffset, Number.POSITIVE_INFINITY) ?? '',
    );
    if (text === '' && reasoning === '') return;
    grow(receiving, reply, text, reasoning);
    receiving.offset += text.length;
    receiving.reasoningOffset += reasoning.length;
  }

  function grow(received: Receiving, reply: Reply, text: string, reasoning: string) {
    const { offset, reasoningOffset: reasoning_offset } = received;
    const run = runOf(received, reply);
    then((store) => store.grow({ ...run, offset, text, reasoning_offset, reasoning }));
  }

  function ended(conversation: ThreadState, usage: Message['usage']) {
    const message = lastMessage(conversation.messages);
    if (!message) return;
    const details = detailsOf(message);
    let added = '';
    if (receiving && message.role === 'assistant' && message.id === receiving.messageId) {
      const body = textFrom(message, 0);
      const reasoning = arrivedReasoning(message)?.value ?? '';
      const run = runOf(receiving, message);
      added = body.slice(run.base) + reasoning.slice(run.reasoning_base);
      then((store) => store.end({ ...run, body, reasoning, details }));
    } else {
      then((store) => store.setDetails(conversation_id, message.id, details));
    }
    release();
    if (!message.asked || !(usage || added)) return;
    const taken = usage ?? needs.estimateOf(conversation, added);
    then(async (store) => store.addUsage(usageRecord(message, await taken, !usage)));
  }

  function release() {
    callOff();
    const { release } = receiving ?? {};
    receiving = null;
    if (release) then(async () => release());
  }

  function usageRecord(
    message: Message,
    usage: NonNullable<Message['usage']>,
    isEstimate: boolean,
  ): UsageRecord {
    const { provider = '', model = '', endpoint = '' } = message.asked ?? {};
    return {
      usage_id: newId(),
      created_at: now(),
      conversation_id,
      message_id: message.id,
      provider,
      model: model.slice(0, 256),
      host: hostOf(endpoint),
      input: Math.round(usage.input),
      output: Math.round(usage.output),
      cached: Math.round(usage.cachedInput ?? 0),
      reasoning: Math.round(usage.reasoning ?? 0),
      usd_micros: needs.priceOf(message, usage),
      is_estimate: isEstimate || usage.isPartial === true,
    };
  }

  const set = (fields: Record<string, StampedFields[string][0]>) =>
    then((store) => store.setFields(conversation_id, at(fields)));

  return {
    flush,
    set,
    then,
    done: async () => void (await last),
    isBusy: () => unstored > 0,
    onEvent(event, conversation) {
      const { messages, sentFrom } = conversation;
      switch (event.type) {
        case 'question-asked':
          isNew =
            messages.length === 1 && Object.keys(conversation.forks).length === 0 && !conversation.hasMore;
          create(event.question, conversation);
          // It replaces the first question that was sent.
          if (sentFrom === event.question.id) set({ sent_from: sentFrom });
          return;
        case 'reply-started':
          create(event.reply, conversation);
          return receive(event.reply, conversation, 0, 0);
        case 'reply-resumed': {
          const reply = lastMessage(messages);
          if (reply?.role === 'assistant')
            receive(reply, conversation, lengthOf(reply), arrivedReasoning(reply)?.length ?? 0);
          return;
        }
        case 'answer-ended':
          return ended(conversation, event.usage);
        case 'files-loaded': {
          const files = filesIn(event.attachments);
          return then((store) => store.addFiles(conversation_id, event.id, files));
        }
        case 'version-chosen': {
          const leaf = messages.at(-1)?.id ?? null;
          return set(movesSentFrom(event.id, conversation) ? { leaf, sent_from: sentFrom } : { leaf });
        }
        case 'message-marked': {
          const fields = at(markFields(event.marks) satisfies Partial<Record<keyof MessageFields, boolean>>);
          return then((store) => store.setMessageFields(conversation_id, event.id, fields));
        }
        case 'oldest-dropped':
        case 'all-sent-again':
          return set({ sent_from: sentFrom });
      }
    },
  };
}

/** Whether the first message sent from now on is another version of this one. */
function movesSentFrom(id: string, { messages, forks, sentFrom }: ThreadState): boolean {
  const index = messages.findIndex((message) => message.id === sentFrom);
  return index >= 0 && (forks[forkKey(messages, index)] ?? []).some((branch) => branch?.[0]?.id === id);
}

// A reply is stored as it arrived.
const arrivedReasoning = ({ reasoning, arrived }: Reply) => (arrived ?? { reasoning }).reasoning;

/** The whole reply counts, including what is too long to be shown. */
const lengthOf = ({ text, rest, arrived }: Reply) =>
  arrived?.text.length ?? text.length + rest.reduce((sum, part) => sum + part.length, 0);

function textFrom({ text, rest, arrived }: Reply, position: number): string {
  if (arrived) return arrived.text.readFrom(position, Number.POSITIVE_INFINITY);
  if (rest.length === 0) return text.readFrom(position, Number.POSITIVE_INFINITY);
  return (text.value + rest.join('')).slice(position);
}

/** Without the first half of a surrogate pair whose second half has not arrived. */
const withoutHalfPair = (text: string) =>
  /[\uD800-\uDBFF]$/.test(text) ? cutText(`${text}x`, text.length) : text;

const fileNames = (message: Message) =>
  message.role === 'user' ? message.attachments.map(({ name }) => name).join(', ') : '';
