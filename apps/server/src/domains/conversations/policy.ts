import { syncLimits } from '@polylogue/sync';

/** What an account may store. */
export interface TextAllowance {
  /** Bytes of all texts. */
  bytes: number;
  messages: number;
  /** Of one conversation. */
  conversationMessages: number;
  /** UTF-16 code units of one message, reasoning included. */
  messageLength: number;
}

export const textAllowance: TextAllowance = {
  bytes: 500 * 1024 * 1024,
  messages: syncLimits.messages,
  conversationMessages: syncLimits.conversationMessages,
  messageLength: syncLimits.messageLength,
};

interface Stored {
  messages: number;
  bytes: number;
}

export const conversationPolicy = {
  /** `more`: bytes. */
  store: (account: Stored, more: number, allowance: TextAllowance) =>
    more === 0 || account.bytes + more <= allowance.bytes,
  addMessage: (account: Stored, allowance: TextAllowance) => account.messages < allowance.messages,
  addTo: (conversation: Stored, allowance: TextAllowance) =>
    conversation.messages < allowance.conversationMessages,
  grow: (length: number, allowance: TextAllowance) => length <= allowance.messageLength,
};
