import { syncLimits } from '@polylogue/sync';
import { rowsPerFeed } from '../../platform/feed/feeds.ts';

/** The limits of what an account may store. */
export interface TextLimits {
  /** Total size of all texts. */
  bytes: number;
  messages: number;
  /** Records, deleted ones included. */
  records: number;
  /** Messages per conversation. */
  conversationMessages: number;
  /** Length of a message, including its reasoning (UTF-16 code units). */
  messageLength: number;
  /** Total size of the rows of stored messages that one account changes within a minute: each is rewritten as a whole. */
  rewrittenBytes: number;
}

export const textLimits: TextLimits = {
  bytes: 500 * 1024 * 1024,
  messages: syncLimits.messages,
  records: syncLimits.records,
  conversationMessages: syncLimits.conversationMessages,
  messageLength: syncLimits.messageLength,
  rewrittenBytes: 500 * 1024 * 1024,
};

/** What a row counts in addition to its texts (bytes). */
const rowBytes = 100;
const length = (text: string) => Buffer.byteLength(text);

/** How much of the text quota things use, messages without their texts (bytes). */
export const sizeOf = {
  conversation: (fields: string) => rowBytes + length(fields),
  record: (fields: string) => rowBytes + length(fields),
  usage: ({ provider, model, host }: { provider: string; model: string; host: string }) =>
    2 * rowBytes + length(provider) + length(model) + length(host),
};

interface Stored {
  messages: number;
  bytes: number;
}

export const conversationPolicy = {
  /** `more`: bytes. */
  mayStore: (account: Pick<Stored, 'bytes'>, more: number, limits: TextLimits) =>
    more <= 0 || account.bytes + more <= limits.bytes,
  /** `rows`: how many row ids have been used so far. */
  mayAddMessage: (account: Stored & { rows: number }, limits: TextLimits) =>
    account.messages < limits.messages && account.rows < rowsPerFeed - 1,
  mayAddTo: (conversation: Stored, limits: TextLimits) => conversation.messages < limits.conversationMessages,
  /** `before`: what was rewritten in this minute. Alone, any push may: it could never be sent otherwise. */
  mayRewrite: (before: number, more: number, limits: TextLimits) =>
    before === 0 || before + more <= limits.rewrittenBytes,
  mayGrow: (length: number, limits: TextLimits) => length <= limits.messageLength,
};
