import type { MessageDetails, UsageRecord } from '@polylogue/contract';
import { storable } from '@polylogue/sync';
import { changeMessage, joined, newMessage } from '../rows/message-rows.ts';
import { changeConversation, emptyConversation, type MessageRow } from '../rows/rows.ts';
import type { Transaction } from '../storage/storage.ts';
import { wholeText } from './store-changes.ts';
import { type StoreDeps, writer } from './store-deps.ts';

/** A run: one answer being received for one reply. */
interface Run {
  conversation_id: string;
  message_id: string;
  run_id: string;
  /** The length of the reply and of its reasoning when it began. */
  base: number;
  reasoning_base: number;
  /** What it used, or has used so far, where that is known by now. */
  usage?: UsageRecord | null;
  /** Of a reply that an account has too. */
  whole?(): WholeReply;
}

/** A reply from its beginning, as its page has it. */
interface WholeReply {
  parent_id: string | null;
  created_at: number;
  body: string;
  reasoning: string;
}

export interface ReplyChunk extends Run {
  /** Where the texts begin in the whole reply. */
  offset: number;
  text: string;
  reasoning_offset: number;
  reasoning: string;
}

export interface Ended extends Run {
  /** The whole reply. */
  body: string;
  reasoning: string;
  details: MessageDetails;
}

/** Answers that are received here. */
export function storeReplies({ storage, now, changed }: StoreDeps) {
  const writing = writer({ storage, changed });

  return {
    /** One second of an answer. */
    grow: (grown: ReplyChunk) =>
      writing(
        [grown.conversation_id],
        async (trx) => {
          const row = await replyIn(trx, grown, now());
          if (!row) return;
          const begun = await inRun(trx, row, grown, now());
          const { message_id, offset, text, reasoning_offset, reasoning } = grown;
          const texts = { text: storable(text), reasoning: storable(reasoning) };
          // An answer that continues one the server has not seen in full is part of the same run.
          const run_id = begun.pending?.text?.run_id ?? grown.run_id;
          await trx.putChunk({ message_id, run_id, offset, reasoning_offset, ...texts });
          await trx.putMessage(begun);
        },
        'growing',
      ),

    end: (ended: Ended) =>
      writing([ended.conversation_id], async (trx) => {
        const at = now();
        // Also of a conversation that was deleted meanwhile: it was paid for.
        if (ended.usage) await trx.putUsage(ended.usage);
        const row = await replyIn(trx, ended, at);
        if (!row) return;
        const begun = await inRun(trx, row, ended, at);
        if (!begun.pending?.text) return;
        const { usage: _, ...text } = begun.pending.text;
        const whole = {
          ...text,
          text: storable(ended.body).slice(text.base),
          reasoning: storable(ended.reasoning).slice(text.reasoning_base),
          ended_at: at,
        };
        await trx.putMessage(
          changeMessage({ ...begun, details: ended.details }, { text: whole, details: true }, at),
        );
        await trx.removeChunks(ended.message_id);
      }),

    /** Ends the answers that no page is receiving any more; `isReceived` says whether one still is. */
    endCutOff: async (
      isReceived: (messageId: string, changedAt: number) => Promise<boolean>,
      details: MessageDetails,
    ) => {
      const growing = await storage.read(async (trx) =>
        (await trx.pendingMessages(10_000)).filter(
          ({ pending }) => pending?.text && pending.text.ended_at === null,
        ),
      );
      for (const row of growing) {
        if (await isReceived(row.message_id, row.changed_at ?? row.created_at)) continue;
        await writing([row.conversation_id], async (trx) => {
          const current = await trx.message(row.conversation_id, row.message_id);
          if (!current?.pending?.text || current.pending.text.ended_at !== null) return;
          const { usage, ...text } = current.pending.text;
          if (usage) await trx.putUsage(usage);
          const whole = joined(text, await trx.chunks(row.message_id));
          const ended = { ...text, ...whole, ended_at: now() };
          const merged = { ...current.details, ...details };
          await trx.putMessage(
            changeMessage({ ...current, details: merged }, { text: ended, details: true }, now()),
          );
          await trx.removeChunks(row.message_id);
        });
      }
    },
  };
}

/** The reply; begun anew if the account's data was erased with its sign-in, but not if it was deleted for good. */
async function replyIn(trx: Transaction, run: Run, at: number): Promise<MessageRow | undefined> {
  const { conversation_id, message_id, run_id, whole } = run;
  const row = await trx.message(conversation_id, message_id);
  if (row || !whole) return row;
  const { parent_id, created_at, body, reasoning } = whole();
  const conversation = (await trx.conversation(conversation_id)) ?? emptyConversation(conversation_id, at);
  if (created_at <= (conversation.synced?.erased_until ?? -1)) return undefined;
  await trx.putConversation(changeConversation(conversation, { leaf: [message_id, at] }, at));
  const text = { ...wholeText(storable(body), at), run_id, reasoning: storable(reasoning), ended_at: null };
  const reply = newMessage({ conversation_id, message_id, parent_id, role: 'assistant', created_at });
  return changeMessage(reply, { text }, at);
}

/** Begins the text of this run in the reply, unless it has begun. */
async function inRun(trx: Transaction, row: MessageRow, run: Run, at: number): Promise<MessageRow> {
  const { run_id, base, reasoning_base } = run;
  const text = row.pending?.text;
  const usage = run.usage && { usage: run.usage };
  if (text?.run_id === run_id) return changeMessage(row, { text: { ...text, ...usage } }, at);
  if (text) {
    // Unacknowledged text of the previous answer continues in the same run: the server never saw its end.
    const whole = joined(text, await trx.chunks(row.message_id));
    return changeMessage(row, { text: { ...text, ...whole, ended_at: null, ...usage } }, at);
  }
  const begun = {
    run_id,
    previous_run_id: row.run_id,
    base,
    reasoning_base,
    text: '',
    reasoning: '',
    sent: base,
    reasoning_sent: reasoning_base,
    ended_at: null,
    ...usage,
  };
  return changeMessage(row, { text: begun }, at);
}
