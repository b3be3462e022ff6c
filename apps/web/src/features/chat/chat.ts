import { type Live, live } from '../../lib/state/live.ts';
import type { Choice } from '../keys/index.ts';
import { hasEndedWell, type Thread } from '../thread/index.ts';
import { beforeAsking } from './before-asking.ts';
import { type Attaching, type AttachingNeeds, openAttaching } from './files/attaching.ts';
import { openQueue, type Queue, type Queued } from './queue.ts';
import { type MessageSending, openSending, type SendingNeeds, shownChoice } from './sending.ts';
import { openUndoables, type Undoables } from './undoables.ts';

export type ChatNeeds = Omit<AttachingNeeds, 'onUploaded'> &
  SendingNeeds & {
    /** Resolves once all older messages are in the thread that can be loaded, with whether that is all; if not, a toast has said so. */
    whole(done: string): Promise<boolean>;
  };

/** A thread, with the checks before sending, and the files beside the text box. */
export interface Chat extends Omit<MessageSending, 'sendNext'> {
  thread: Thread;
  /** The files beside the text box. */
  attach: Attaching;
  /** Messages that are sent when the answer before them ends well; otherwise they wait for `sendNow`. */
  queue: Queue;
  /** Whether what waits since an answer was stopped or failed is not sent by the answer to a later message. */
  held: Pick<Live<boolean>, 'read' | 'start' | 'listen'>;
  /** What can still be undone, even after its toast has closed. */
  undoables: Undoables;
  /** Sends the first message in the queue, when no answer is pending. */
  sendNow(): void;
  /** Takes a message out of the queue: its files return beside the text box, its text is up to the caller. */
  unqueue(message: Queued): void;
  /** Removes a message from the queue; that can be undone. */
  removeQueued(message: Queued): void;
  /** Removes a file from beside the text box; that can be undone. */
  removeFile(id: string): void;
  retry(): void;
  continueReply(): void;
  /** Asks for another reply, from the chosen provider or another saved one. */
  regenerate(id: string, choice: Choice | null): void;
}

export function openChat(needs: ChatNeeds): Chat {
  const { thread, showToast } = needs;
  const queue = openQueue();
  const undoables = openUndoables(showToast);
  const attach: Attaching = openAttaching({ ...needs, onUploaded: (files) => sendUploaded(files) });
  const { mayAsk, mayPay, lacksQuestion, mayRetry } = beforeAsking(needs, attach);
  const held = live<boolean, boolean>(false, (_, now) => now);
  const hold = held.dispatch;
  const { sendUploaded, sendNext, ...sending } = openSending(needs, { attach, queue, mayAsk, hold });

  let before = thread.read();
  thread.listen(() => {
    const now = thread.read();
    const isNext = hasEndedWell(before, now);
    before = now;
    // In a microtask: every listener must first learn that this answer has ended.
    if (isNext && !held.read()) queueMicrotask(sendNext);
  });

  return {
    ...sending,
    thread,
    attach,
    queue,
    held,
    undoables,
    sendNow() {
      hold(false);
      sendNext(true);
    },
    unqueue(message) {
      queue.dispatch({ type: 'message-removed', id: message.id });
      if (message.files.length === 0) return;
      attach.dispatch({ type: 'added', files: message.files });
      // Another model may have been chosen meanwhile.
      void attach.refit();
    },
    removeQueued(message) {
      const index = queue.read().indexOf(message);
      queue.dispatch({ type: 'message-removed', id: message.id });
      undoables.offer('Queued message removed', 'Undo removing a queued message', () =>
        queue.dispatch({ type: 'message-returned', message, index }),
      );
    },
    removeFile(id) {
      const putBack = attach.remove(id);
      if (putBack) undoables.offer('File removed', 'Undo removing a file', putBack);
    },
    retry: () => mayRetry() && thread.retry(),
    continueReply: () => mayRetry({ isContinuing: true }) && thread.continueReply(),
    async regenerate(id, choice) {
      // The question behind the first reply here may be on its way.
      if (thread.read().hasMore && thread.read().messages[0]?.id === id) {
        const shown = shownChoice(needs);
        if (!(await needs.whole('Nothing was asked. Try again once you are online.'))) return;
        // Another chat with another model may have been opened.
        if (!needs.isShown()) choice ??= shown;
      }
      const { messages, pending } = thread.read();
      if (lacksQuestion(messages.find((message) => message.id === id))) return;
      if (!(choice ? mayPay() : mayAsk())) return;
      // What waits follows the last reply, which is in another version then.
      if (pending.type === 'idle' && messages.at(-1)?.id !== id) hold(queue.read().length > 0);
      thread.regenerate(id, choice);
    },
  };
}
