import type { ReactNode } from 'react';
import type { Listed } from './listed.ts';
import type { Attachment, Message, Reply } from './message/message.ts';

/** What a person can ask for at a message. */
export interface MessageIntents {
  onRetry(): void;
  onContinue(): void;
  /** Answers whether it was sent. */
  onEdit(id: string, text: string, attachments: readonly Attachment[]): boolean;
  onRegenerate(id: string): void;
  /** Save the whole text of a reply that is too long to show. */
  onDownload(reply: Reply): void;
  onDelete(id: string): void;
  onBringBack(id: string): void;
  /** Another version of this message and of all that follows it. */
  onShowVersion(id: string, version: number): void;
  /** The messages that are not sent any more are to be sent again. */
  onSendAll(): void;
}

/** Why there is no reply, or why it is not whole, in words for a person; and what helps beside asking again. */
export interface ShownError {
  text: string;
  /** What was really said, where the text may mislead. */
  said?: string;
  hint?: string;
  /** The words of who failed, masked. */
  details?: string;
  /** It failed, and did not just end early: that is announced by the part it was reported to. */
  isFailure: boolean;
  /** There is a beginning to go on from. */
  canContinue: boolean;
  remedies: readonly { label: string; act(): void }[];
  /** The remedy that helps best, from who knows more than the list. */
  best?: ReactNode;
  /** When asking again makes sense, in milliseconds since 1970. */
  retryAt?: number;
}

/** Another entry in the menu of a reply. */
export interface ReplyItem {
  label: string;
  icon: ReactNode;
  act(id: string): void;
}

/** What is shown with messages by who knows more of them than the list. */
export interface MessageExtras {
  /** Null when all is well. */
  error(message: Message): ShownError | null;
  /** Whose a reply is, above it. */
  author(reply: Reply): ReactNode;
  /** More at the end of what stands under a reply. */
  more(reply: Reply): ReactNode;
  replyItems: readonly ReplyItem[];
  /** Whether there is a question that a reply can be asked for. */
  isAsked(listed: Pick<Listed, 'messages' | 'sentFrom'>): boolean;
}
