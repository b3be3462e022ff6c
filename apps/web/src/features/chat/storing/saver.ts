import type { MessageFields } from '@polylogue/contract';
import { newId, type StampedFields } from '@polylogue/sync';
import type { Clock } from '../../../lib/schedule/clock.ts';
import { contentOf, forkKey, lastMessage } from '../../messages/index.ts';
import type { ConversationStore } from '../../sync/index.ts';
import {
  type Message,
  type ModelRef,
  markFields,
  type Reply,
  type ThreadEvent,
  type ThreadState,
} from '../../thread/index.ts';
import type { Uncounted } from './answer-price.ts';
import { type Grown, growingReply } from './growing-reply.ts';
import { detailsOf, filesIn, storedFiles } from './message-details.ts';
import { type OrderedWork, orderedWork } from './ordered-work.ts';
import { type AnswerUsage, usageRecord } from './usage-record.ts';
import { type UsedSoFarNeeds, usedSoFar } from './used-so-far.ts';

/** Refuses a field that the contract does not have: the server would refuse the change. */
type KnownFields<Fields> = { [Name in keyof Fields]: Name extends keyof MessageFields ? boolean : never };

interface SaverNeeds extends UsedSoFarNeeds {
  /** Resolves once the stored part of the conversation is in the thread. */
  ready: Promise<unknown>;
  store(): Promise<ConversationStore>;
  /** Whether an account has it too, with which it may be erased here and come back. */
  isInAccount: boolean;
  clock: Clock;
  /** What a new conversation starts with besides its title. */
  fields(): StampedFields;
  titleOf(text: string): string;
  /** Marks a reply, or a question without one, as being answered here; returns a function that ends that. */
  receiving(messageId: string): () => void;
  estimateOf(answer: Uncounted): Promise<AnswerUsage>;
  onQuestionStored(id: string): void;
  /** What an answer cost is recorded. */
  onSpent(): void;
  onFailed(error: unknown): void;
}

/** Stores the events of one conversation’s thread, in their order. */
export interface Saver extends OrderedWork<ConversationStore> {
  onEvent(event: ThreadEvent, conversation: ThreadState): void;
  /** Stores what has arrived of an answer right away: the page may be about to close. */
  flush(): void;
}

type AnswerEnded = Extract<ThreadEvent, { type: 'answer-ended' }>;

type Values = Record<string, StampedFields[string][0]>;

export function openSaver(needs: SaverNeeds): Saver {
  const { conversationId: conversation_id, now, read } = needs;
  const work = orderedWork(needs);
  const growing = growingReply({ ...needs, work, usedSoFar: usedSoFar(needs) });
  const waiting = questionMark({ ...needs, work });

  const at = (values: Values): StampedFields =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value, now()] as const]));

  const set = (values: Values) => work.add((store) => store.setFields(conversation_id, at(values)));
  const storeDetails = (message: Message, details = detailsOf(message)) =>
    work.add((store) => store.setDetails(conversation_id, message.id, details));

  function create(message: Message, conversation: ThreadState, insteadOf: string | null = null) {
    const isFirst = isOnly(conversation);
    const details = detailsOf(message);
    const files = storedFiles(message);
    work.add(async (store) => {
      await store.create(
        {
          conversation_id,
          message_id: message.id,
          parent_id:
            parentOf(message, conversation, read()) ??
            (await storedParentOf(conversation_id, insteadOf, store)),
          role: message.role,
          ...(message.role === 'user' && { body: message.content }),
          details,
          files,
        },
        at({ leaf: message.id, ...(isFirst && { title: needs.titleOf(firstWords(message)) }) }),
      );
      if (message.role === 'user') needs.onQuestionStored(message.id);
    });
    if (isFirst) work.add((store) => store.setFields(conversation_id, needs.fields()));
  }

  function receive(reply: Reply, conversation: ThreadState, asked: ModelRef | null, isNew: boolean) {
    const created_at = now();
    const origin = () => ({ parent_id: parentOf(reply, conversation, read()), created_at });
    growing.begin(reply, { origin, asked, isNew });
  }

  function ended(conversation: ThreadState, { id, usage, asked, wasSent }: AnswerEnded) {
    const message = conversation.messages.find((one) => one.id === id);
    if (!message) return;
    const details = detailsOf(message);
    const last = lastMessage(conversation.messages);
    // What was there before it is back, and may say what has become of it.
    if (last && last !== message) storeDetails(last);
    const answer = { id: message.id, asked, at: now() };
    // Another page may have taken it for over, and counted it.
    const usage_id = growing.runId() ?? newId();
    const recordOf = (spent: AnswerUsage, price: number | null) =>
      usageRecord(answer, spent, { usage_id, conversation_id, at: answer.at, price });
    const price = asked && usage ? needs.priceOf(answer, usage) : null;
    // The page may be left right after the end: both are stored, or neither.
    const known = asked && usage && !(price instanceof Promise) ? recordOf(usage, price) : null;
    const grown = growing.end(message, details, known);
    if (grown === null) storeDetails(message);
    if (!asked || !(usage || grown?.added || wasSent)) return;
    const taken = usage ?? needs.estimateOf({ asked, ...uncounted(conversation, message, grown) });
    work.add(async (store) => {
      if (known === null || grown === null) {
        const spent = await taken;
        const record = known ?? recordOf(spent, await (usage ? price : needs.priceOf(answer, spent)));
        await store.addUsage(usage ? record : { ...record, is_estimate: true });
      }
      needs.onSpent();
    });
  }

  function onEvent(event: ThreadEvent, conversation: ThreadState) {
    const { messages, sentFrom } = conversation;
    switch (event.type) {
      case 'question-asked':
        waiting.begin(event.question.id);
        create(event.question, conversation, event.insteadOf);
        // It replaces the first question that was sent.
        if (sentFrom === event.question.id) set({ sent_from: sentFrom });
        return;
      case 'retry-requested':
        return waiting.begin(messages.findLast(({ role }) => role === 'user')?.id);
      case 'reply-started': {
        create(event.reply, conversation);
        // It may keep what a reply without text used, which is a version no longer.
        const question = before(event.reply.id, messages);
        if (question?.usage) storeDetails(question);
        receive(event.reply, conversation, event.reply.asked, true);
        return waiting.end();
      }
      case 'reply-resumed': {
        const reply = lastMessage(messages);
        return void (reply?.role === 'assistant' && receive(reply, conversation, event.asked, false));
      }
      case 'reply-changed':
        return growing.follow(event.change.reasoning);
      case 'answer-ended':
        ended(conversation, event);
        return waiting.end();
      case 'files-loaded': {
        const files = filesIn(event.loaded);
        return work.add((store) => store.addFiles(conversation_id, event.id, files));
      }
      case 'version-chosen': {
        const leaf = messages.at(-1)?.id ?? null;
        return set(movesSentFrom(event.id, conversation) ? { leaf, sent_from: sentFrom } : { leaf });
      }
      case 'message-marked': {
        const fields = at(markFields(event.marks) satisfies KnownFields<ReturnType<typeof markFields>>);
        return work.add((store) => store.setMessageFields(conversation_id, event.id, fields));
      }
      case 'oldest-dropped':
      case 'all-sent-again':
        return set({ sent_from: sentFrom });
    }
  }

  return { ...work, onEvent, flush: growing.flush };
}

/** What was sent for an answer, and what has come of it. */
function uncounted({ messages, sentFrom }: ThreadState, message: Message, grown: Grown | null) {
  const conversation = { messages: messages.slice(0, messages.indexOf(message) + 1), sentFrom };
  const before = message.role === 'assistant' ? contentOf(message) : '';
  return { conversation, ...(grown ?? { before, added: '' }) };
}

const before = (id: string, messages: readonly Message[]): Message | null =>
  messages[messages.findIndex((message) => message.id === id) - 1] ?? null;

/** The message it follows here, which may still have been loading when it was sent. */
const parentOf = ({ id }: Message, then: ThreadState, now: ThreadState): string | null =>
  (before(id, then.messages) ?? before(id, now.messages))?.id ?? null;

/** The message that a stored one follows, which may not be here. */
async function storedParentOf(conversationId: string, id: string | null, store: ConversationStore) {
  const rows = id === null ? [] : await store.messages(conversationId);
  return rows.find(({ message_id }) => message_id === id)?.parent_id ?? null;
}

/** Marks a question as being answered here, from when it is being stored: before, no other page sees it. */
function questionMark({
  work,
  receiving,
}: Pick<SaverNeeds, 'receiving'> & { work: OrderedWork<ConversationStore> }) {
  let release = () => {};
  return {
    begin: (id = '') =>
      work.add(() => {
        release = receiving(id);
      }),
    end: () => work.add(() => release()),
  };
}

/** Whether its message is the first of the conversation. */
const isOnly = ({ messages, forks, hasMore }: ThreadState) =>
  messages.length === 1 && Object.keys(forks).length === 0 && !hasMore;

/** What a conversation that begins with a question is named after. */
const firstWords = (question: Message) =>
  question.role === 'user' ? question.content || question.attachments.map(({ name }) => name).join(', ') : '';

/** Whether the first message sent from now on is another version of this one. */
function movesSentFrom(id: string, { messages, forks, sentFrom }: ThreadState): boolean {
  const index = messages.findIndex((message) => message.id === sentFrom);
  return index >= 0 && (forks[forkKey(messages, index)] ?? []).some((branch) => branch?.[0]?.id === id);
}
