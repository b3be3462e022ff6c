import type { Toast } from '../../ui/index.ts';
import type { Choice } from '../keys/index.ts';
import { type Attachment, retryable } from '../messages/index.ts';
import { endsWithQuestion, firstSent, type Message, type Thread } from '../thread/index.ts';
import type { Attaching } from './files/attaching.ts';
import { errorToast } from './words.ts';

export interface BeforeAskingNeeds {
  thread: Thread;
  /** What prevents sending to `choice`, or else to the provider in the settings, as a toast; null when nothing does. */
  beforeSending(choice?: Choice | null): { title: string; text: string } | null;
  /** Why nothing may be asked of anyone: a budget is used up. */
  usedUp(): { title: string; text: string } | null;
  /** Returns a function that removes the toast. */
  showToast(toast: Toast): () => void;
}

/** What is checked before a question is sent. Where the answer is no, a toast has said why. */
export function beforeAsking(
  { thread, beforeSending, usedUp, showToast }: BeforeAskingNeeds,
  attach: Attaching,
) {
  /** The messages sent with the question at an index, or with the next one, without the dropped ones. */
  function sentBefore(index: number): readonly Message[] {
    const first = firstSent(thread.read());
    // A question edited above the first message that is still sent goes out with everything before it.
    return thread.read().messages.slice(index < first ? 0 : first, index);
  }

  function isPrevented(missing: ReturnType<typeof beforeSending>): boolean {
    if (missing) showToast(errorToast(missing.title, missing.text));
    return missing !== null;
  }

  const mayPay = () => !isPrevented(usedUp());

  /** Whether a question may be sent now, in place of the message at an index. */
  function mayAsk(
    attachments: readonly Attachment[] = [],
    index = thread.read().messages.length,
    choice?: Choice | null,
  ): boolean {
    return (
      !isPrevented(beforeSending(choice) ?? usedUp()) &&
      attach.fit(attachments, sum(sentBefore(index).flatMap(bytesOf)), choice)
    );
  }

  /** Whether a reply's question was deleted. */
  function lacksQuestion(reply: Message | null | undefined): boolean {
    const { messages } = thread.read();
    if (reply?.role !== 'assistant' || endsWithQuestion(thread.read(), messages.indexOf(reply))) return false;
    showToast(
      errorToast('The question behind this reply was deleted', 'Press Undo where it was, then try again'),
    );
    return true;
  }

  return {
    mayAsk,
    mayPay,
    lacksQuestion,
    /** Whether the last message may be asked for again, or continued. */
    mayRetry({ isContinuing = false } = {}): boolean {
      const last = retryable(thread.read().messages);
      if (lacksQuestion(last)) return false;
      // Another provider than the chosen one reports on its own what is missing.
      const choice = isContinuing ? last?.role === 'assistant' && last.choice : thread.retryChoice();
      return choice ? mayPay() : mayAsk();
    },
  };
}

/** Bytes of files in a message, in base64. */
function bytesOf(message: Message): number[] {
  if (message.role === 'assistant' || message.isDeleted) return [];
  return message.attachments.map(({ part }) => (part.type === 'file' ? part.data.length : 0));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
