import { isBlank } from '@polylogue/sync';
import { keyNotice } from '../../lib/drafts/saved-keys.ts';
import { type Live, live } from '../../lib/state/live.ts';
import type { Toast } from '../../ui/index.ts';
import type { Choice } from '../keys/index.ts';
import { type Attachment, retryable } from '../messages/index.ts';
import { endsWithQuestion, firstSent, hasEndedWell, type Message, type Thread } from '../thread/index.ts';
import { type Attaching, type AttachingNeeds, openAttaching } from './files/attaching.ts';
import type { ChatFile } from './files/preparing.ts';
import { openQueue, type Queue, type Queued } from './queue.ts';
import { openUndoables, type Undoable, type Undoables } from './undoables.ts';
import { errorToast, uploadMessage } from './words.ts';

export interface ChatNeeds extends Omit<AttachingNeeds, 'onUploaded'> {
  thread: Thread;
  /** The current text of the text box. */
  draftText(): string;
  /** What prevents sending, as a toast; null when nothing does. */
  beforeSending(): { title: string; text: string } | null;
  /** The text with its keys masked. */
  withoutKeys(text: string): string;
  /** Returns a function that removes the toast. */
  showToast(toast: Toast): () => void;
}

/** Everything about a chat besides its thread: the checks before sending, and the files beside the text box. */
export interface Chat {
  thread: Thread;
  /** The files beside the text box. */
  attach: Attaching;
  /** Messages that are sent when the answer before them ends well; otherwise they wait for `sendNow`. */
  queue: Queue;
  /** Notifies of each message that the user sends, but not of those sent by the queue. */
  ownSends: Pick<Live<number>, 'listen'>;
  /** Notifies of a text that was sent with its key masked, so that the box can be cleared. */
  maskedSends: Pick<Live<number>, 'listen'>;
  /** What can still be undone, even after its toast has closed. */
  undoables: Undoables;
  /** Returns whether it was sent, or queued while an answer streams. */
  send(text: string): boolean;
  /** Sends the first message in the queue, when no answer is pending. */
  sendNow(): void;
  /** Takes a message out of the queue: its files return beside the text box, its text is up to the caller. */
  unqueue(message: Queued): void;
  /** Removes a message from the queue; that can be undone. */
  removeQueued(message: Queued): void;
  retry(): void;
  continueReply(): void;
  /** Replaces a question with another one. Returns whether it was sent. */
  edit(id: string, text: string, attachments: readonly Attachment[]): boolean;
  /** Asks for another reply, from the chosen provider or another saved one. */
  regenerate(id: string, choice: Choice | null): void;
  /** Offers to undo something: in a toast that says what was done, and in the menu. */
  offerUndo(title: string, words: string, undo: () => void): void;
  /** Undoes the last of the undoables. */
  undo(): void;
}

export function openChat(needs: ChatNeeds): Chat {
  const { thread, showToast } = needs;
  const queue = openQueue();
  const undoables = openUndoables();
  const ownSends = live<number, 'sent'>(0, (sends) => sends + 1);
  const maskedSends = live<number, 'sent'>(0, (sends) => sends + 1);
  let count = 0;
  const attach = openAttaching({ ...needs, onUploaded: sendUploaded });

  const pendingType = () => thread.read().pending.type;
  const isIdle = () => pendingType() === 'idle';
  const removeFiles = (sent: readonly ChatFile[]) =>
    attach.dispatch({ type: 'removed', ids: sent.map(({ id }) => id) });

  /** The messages sent with the question at an index, or with the next one, without the dropped ones. */
  function sentBefore(index = thread.read().messages.length): readonly Message[] {
    const first = firstSent(thread.read());
    // A question edited above the first message that is still sent goes out with everything before it.
    return thread.read().messages.slice(index < first ? 0 : first, index);
  }

  /** Whether a question may be sent now, after the messages `before` it; if not, a toast has said why. */
  function mayAsk(attachments: readonly Attachment[] = [], before = sentBefore()): boolean {
    const missing = needs.beforeSending();
    if (missing) showToast(errorToast(missing.title, missing.text));
    return !missing && attach.fit(attachments, sum(before.flatMap(bytesOf)));
  }

  const hasKey = (text: string) => needs.withoutKeys(text) !== text;
  const hasKeyInText = (files: readonly ChatFile[]) =>
    files.some(({ pasted }) => pasted && hasKey(pasted.text));

  /** Whether the last reply came from another provider than the chosen one; that one reports on its own what is missing. */
  function isOfAnother(): boolean {
    const last = retryable(thread.read().messages);
    return last?.role === 'assistant' && last.choice !== null;
  }

  /** Whether a reply's question was deleted; if so, a toast has said so. */
  function lacksQuestion(reply: Message | null | undefined): boolean {
    const { messages } = thread.read();
    if (reply?.role !== 'assistant' || endsWithQuestion(thread.read(), messages.indexOf(reply))) return false;
    showToast(
      errorToast('The question behind this reply was deleted', 'Press Undo where it was, then try again'),
    );
    return true;
  }

  /**
   * Sends the files right away, in one message. Those that cannot be sent now, or that belong to a text in the box, stay
   * beside it.
   */
  function sendUploaded(uploaded: readonly ChatFile[]) {
    const [first] = uploaded;
    if (!isIdle()) {
      const what = uploaded.length === 1 ? first?.name : `${uploaded.length} files`;
      return void showToast({ title: `${what} will be sent with your next message.` });
    }
    if (!isBlank(needs.draftText())) return;
    const attachments = attachmentsOf(uploaded);
    if (!mayAsk(attachments)) return;
    removeFiles(uploaded);
    thread.send(withMentions('', uploaded), attachments);
    ownSends.dispatch('sent');
  }

  function send(text: string): boolean {
    if (pendingType() === 'loading') return false;
    const ready = attach.read().filter(({ state }) => state.type === 'ready');
    const attachments = attachmentsOf(ready);
    // An uploaded picture that is being redrawn is included too.
    if (attach.read().some(({ state, kind, ready }) => state.type === 'reading' && (!kind || ready))) {
      showToast({ title: 'A file is still being read. Send again in a moment.' });
      return false;
    }
    if (isBlank(text) && ready.length === 0) return false;
    if (!isBlank(text) && attach.read().some(isComing)) {
      showToast({ title: 'A file is still being uploaded. Send again in a moment, or remove it.' });
      return false;
    }
    if (hasKey(text) || hasKeyInText(ready)) {
      showToast(keyNotice('message', () => void sendMasked(text)));
      return false;
    }
    if (!mayAsk(attachments)) return false;
    removeFiles(ready);
    if (isIdle()) {
      thread.send(withMentions(text, ready), attachments);
      ownSends.dispatch('sent');
    } else {
      queue.dispatch({ type: 'message-queued', message: { id: `q${++count}`, text, files: ready } });
    }
    return true;
  }

  async function sendMasked(text: string) {
    await attach.changeTexts(needs.withoutKeys);
    if (send(needs.withoutKeys(text))) maskedSends.dispatch('sent');
  }

  /** Sends the first message in the queue; returns whether it could. */
  function sendNext(): boolean {
    const [first] = queue.read();
    if (!first || !isIdle()) return false;
    // The key may have been saved since.
    if (hasKey(first.text) || hasKeyInText(first.files)) {
      showToast(errorToast('A queued message holds your API key', 'It was not sent. Edit it first.'));
      return false;
    }
    const attachments = attachmentsOf(first.files);
    if (!mayAsk(attachments)) return false;
    queue.dispatch({ type: 'message-removed', id: first.id });
    thread.send(withMentions(first.text, first.files), attachments);
    return true;
  }

  function offerUndo(title: string, words: string, undo: () => void) {
    const what: Undoable = {
      words,
      undo() {
        if (!undoables.read().includes(what)) return;
        undoables.dispatch({ type: 'undone', what });
        undo();
        closeToast();
      },
    };
    undoables.dispatch({ type: 'done', what });
    const closeToast = showToast({ title, action: { label: 'Undo', act: what.undo } });
  }

  function edit(id: string, text: string, attachments: readonly Attachment[]): boolean {
    if (hasKey(text)) {
      const sendMasked = () =>
        edit(id, needs.withoutKeys(text), attachments) &&
        thread.edits.dispatch({ type: 'edit-ended', id, text });
      showToast(keyNotice('edit', sendMasked));
      return false;
    }
    // The question it replaces is no longer sent.
    const index = thread.read().messages.findIndex((message) => message.id === id);
    const before = sentBefore(Math.max(0, index));
    if ((isBlank(text) && attachments.length === 0) || !mayAsk(attachments, before)) return false;
    thread.edit(id, text, attachments);
    ownSends.dispatch('sent');
    return true;
  }

  let before = thread.read();
  thread.listen(() => {
    const now = thread.read();
    const isNext = hasEndedWell(before, now);
    before = now;
    // In a microtask: every listener must first learn that this answer has ended.
    if (isNext) queueMicrotask(sendNext);
  });

  return {
    thread,
    attach,
    queue,
    ownSends,
    maskedSends,
    undoables,
    send,
    sendNow() {
      if (sendNext()) ownSends.dispatch('sent');
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
      offerUndo('Queued message removed', 'Undo removing a queued message', () =>
        queue.dispatch({ type: 'message-returned', message, index }),
      );
    },
    retry() {
      if (lacksQuestion(retryable(thread.read().messages))) return;
      if (isOfAnother() || mayAsk()) thread.retry();
    },
    continueReply() {
      if (lacksQuestion(retryable(thread.read().messages))) return;
      if (isOfAnother() || mayAsk()) thread.continueReply();
    },
    edit,
    regenerate(id, choice) {
      if (lacksQuestion(thread.read().messages.find((message) => message.id === id))) return;
      if (choice || mayAsk()) thread.regenerate(id, choice);
    },
    offerUndo,
    undo: () => undoables.read().at(-1)?.undo(),
  };
}

const attachmentsOf = (files: readonly ChatFile[]) => files.flatMap(({ ready }) => ready?.attachment ?? []);

/** Whether a file was picked for upload and has neither arrived nor failed. */
const isComing = ({ kind, ready, state }: ChatFile) =>
  kind !== null && ready === null && (state.type === 'reading' || state.type === 'uploading');

/** Bytes of files in a message, in base64. */
function bytesOf(message: Message): number[] {
  if (message.role === 'assistant' || message.isDeleted) return [];
  return message.attachments.map(({ part }) => (part.type === 'file' ? part.data.length : 0));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The text, and mentions of uploads that could not be sent right away. Files alone become a message of their names. */
function withMentions(text: string, files: readonly ChatFile[]): string {
  const mentions = files.flatMap(({ ready, name, kind }) =>
    ready?.url && kind ? [uploadMessage(kind, name, ready.url)] : [],
  );
  const parts = [...(isBlank(text) ? [] : [text]), ...mentions];
  return parts.length > 0 ? parts.join('\n\n') : files.map(({ name }) => name).join(', ');
}
