import type { ReactNode } from 'react';
import type { ListState } from './list-state.ts';
import type { Attachment, ListedMessage, ListedReply, MessageMarks } from './message.ts';

/** What the user can do with a message. */
export interface MessageIntents {
  onRetry(): void;
  onContinue(): void;
  /** Returns whether it was sent. */
  onEdit(id: string, text: string, attachments: readonly Attachment[]): boolean;
  onRegenerate(id: string): void;
  /** Save the whole text of a reply that is too long to show. */
  onDownload(reply: ListedReply): void;
  onMark(id: string, marks: MessageMarks): void;
  /** Another version of this message and of everything after it. */
  onShowVersion(id: string, version: number): void;
  /** Sends the messages that are no longer sent again. */
  onSendAll(): void;
}

/** Why there is no reply, or why it is incomplete, in plain words; and what helps besides retrying. */
export interface ShownError {
  text: string;
  hint?: string;
  /** The cause and the original error message, with keys masked. */
  details?: string;
  /** It failed, rather than ending early: failures are announced by the component they were reported to. */
  isFailure: boolean;
  /** There is a beginning to continue from. */
  canContinue: boolean;
  remedies: readonly { label: string; act(): void }[];
  /** The remedy that helps best, from a caller that knows more than the list. */
  bestRemedy?: ReactNode;
  /** When a retry makes sense, in milliseconds since 1970. */
  retryAt?: number;
}

/** Another entry in the menu of a reply. */
export interface ReplyItem {
  label: string;
  icon: ReactNode;
  act(id: string): void;
}

/** What is shown with messages by a caller that knows more about them than the list. */
export interface MessageExtras {
  /** Null when nothing is wrong. */
  error(message: ListedMessage): ShownError | null;
  /** Who wrote a reply, shown above it. */
  author(reply: ListedReply): ReactNode;
  /** More at the end of the row under a reply. */
  more(reply: ListedReply): ReactNode;
  replyItems: readonly ReplyItem[];
  /** Whether there is a question that a reply can be requested for. */
  hasQuestion(listed: Pick<ListState, 'messages' | 'sentFrom'>): boolean;
}
