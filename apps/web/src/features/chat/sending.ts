import { isBlank } from '@polylogue/sync';
import { keyNotice } from '../../lib/drafts/saved-keys.ts';
import { type Live, live } from '../../lib/state/live.ts';
import { isUnderWay } from '../composer/files/index.ts';
import { type Choice, choiceOf, type ProviderSetting } from '../keys/index.ts';
import type { Attachment } from '../messages/index.ts';
import type { BeforeAskingNeeds, beforeAsking } from './before-asking.ts';
import type { Attaching } from './files/attaching.ts';
import type { ChatFile } from './files/preparing.ts';
import type { Queue } from './queue.ts';
import { errorToast, uploadMessage } from './words.ts';

export interface SendingNeeds extends BeforeAskingNeeds {
  /** The current text of the text box. */
  draftText(): string;
  /** Empties the text box, even if the chat is not on the page. */
  clearDraft(): void;
  /** Whether the chat is on the page. */
  isShown(): boolean;
  /** What would be asked now, or with `choice`. */
  setting(choice?: Choice | null): ProviderSetting | null;
  /** The text with its keys masked. */
  withoutKeys(text: string): string;
}

export interface MessageSending {
  /** Notifies of each message that the user sends, but not of those sent by the queue. */
  ownSends: Pick<Live<number>, 'listen'>;
  /** `beside`: with these files; by default those beside the text box. Returns whether it was sent, or queued while an answer streams. */
  send(text: string, beside?: readonly ChatFile[]): boolean;
  /** Sends the first message in the queue, if no answer is pending; `isOwn`: because the user wants it to. */
  sendNext(isOwn?: boolean): void;
  /** Replaces a question with another one. Returns whether it was sent. */
  edit(id: string, text: string, attachments: readonly Attachment[]): boolean;
}

interface Beside {
  attach: Attaching;
  queue: Queue;
  mayAsk: ReturnType<typeof beforeAsking>['mayAsk'];
  /** Sets whether the queue waits even when the next answer ends well. */
  hold(isHeld: boolean): void;
}

/** Sends what is written, with the files beside it, once nothing prevents that. */
export function openSending(needs: SendingNeeds, { attach, queue, mayAsk, hold }: Beside) {
  const { thread, withoutKeys, showToast } = needs;
  const ownSends = live<number, 'sent'>(0, (sends) => sends + 1);
  let count = 0;

  const pendingType = () => thread.read().pending.type;
  const removeFiles = (sent: readonly ChatFile[]) =>
    attach.dispatch({ type: 'removed', ids: sent.map(({ id }) => id) });
  const hasKey = (text: string) => withoutKeys(text) !== text;
  const hasKeyInText = (files: readonly ChatFile[]) =>
    files.some(({ pasted }) => pasted && hasKey(pasted.text));

  function send(text: string, beside = attach.read()): boolean {
    if (pendingType() === 'loading') return false;
    const ready = beside.filter(({ state }) => state.type === 'ready');
    // An uploaded picture that is being redrawn is included too.
    if (beside.some(({ state, kind, ready }) => state.type === 'reading' && (!kind || ready))) {
      showToast({ title: 'A file is still being read. Send again in a moment.' });
      return false;
    }
    if (isBlank(text) && ready.length === 0) return false;
    if (!isBlank(text) && beside.some(isComing)) {
      showToast({ title: 'A file is still being uploaded. Send again in a moment, or remove it.' });
      return false;
    }
    if (hasKey(text) || hasKeyInText(ready)) {
      showToast(keyNotice('message', () => void sendMasked()));
      return false;
    }
    if (pendingType() === 'idle') return sendNow(text, ready);
    if (!mayAsk(attachmentsOf(ready))) return false;
    removeFiles(ready);
    const message = { id: `q${++count}`, text, files: ready, choice: shownChoice(needs) };
    queue.dispatch({ type: 'message-queued', message });
    hold(false);
    return true;
  }

  function sendNow(text: string, files: readonly ChatFile[]): boolean {
    const attachments = attachmentsOf(files);
    if (!mayAsk(attachments)) return false;
    removeFiles(files);
    hold(queue.read().length > 0);
    thread.send(withMentions(text, files), attachments);
    ownSends.dispatch('sent');
    return true;
  }

  /** What is in the box by now. */
  async function sendMasked() {
    await attach.changeTexts(withoutKeys);
    if (send(withoutKeys(needs.draftText()))) needs.clearDraft();
  }

  /**
   * Sends files that were uploaded right away, in one message. Those that cannot be sent now, that belong to a text in the
   * box, or whose chat has been left meanwhile, stay beside it.
   */
  function sendUploaded(uploaded: readonly ChatFile[]) {
    if (!needs.isShown()) return;
    const [first] = uploaded;
    if (pendingType() !== 'idle') {
      const what = uploaded.length === 1 ? first?.name : `${uploaded.length} files`;
      return void showToast({ title: `${what} will be sent with your next message.` });
    }
    if (isBlank(needs.draftText())) sendNow('', uploaded);
  }

  function sendNext(isOwn = false) {
    const [first] = queue.read();
    if (!first || pendingType() !== 'idle') return;
    // The key may have been saved since.
    if (hasKey(first.text) || hasKeyInText(first.files)) {
      showToast(errorToast('A queued message holds your API key', 'It was not sent. Edit it first.'));
      return;
    }
    const attachments = attachmentsOf(first.files);
    const choice = needs.isShown() ? null : first.choice;
    if (!mayAsk(attachments, undefined, choice)) return;
    queue.dispatch({ type: 'message-removed', id: first.id });
    thread.send(withMentions(first.text, first.files), attachments, choice);
    if (isOwn) ownSends.dispatch('sent');
  }

  /** `typed`: the text before its keys were masked. */
  function edit(id: string, text: string, attachments: readonly Attachment[], typed = text): boolean {
    // The question it replaces is no longer sent.
    const index = thread.read().messages.findIndex((message) => message.id === id);
    // Its version may not be shown any more: the edit waits there.
    if (hasKey(index < 0 ? typed : text)) {
      const sendMasked = () =>
        edit(id, withoutKeys(typed), attachments, typed) &&
        thread.edits.dispatch({ type: 'edit-ended', id, text: typed });
      showToast(keyNotice('edit', sendMasked));
      return false;
    }
    const isNothing = index < 0 || (isBlank(text) && attachments.length === 0);
    if (isNothing || !mayAsk(attachments, index)) return false;
    // While an answer is pending, what waits for it now waits for the answer to the edit.
    if (pendingType() === 'idle') hold(queue.read().length > 0);
    thread.edit(id, text, attachments);
    ownSends.dispatch('sent');
    return true;
  }

  return { ownSends, send, sendUploaded, sendNext, edit };
}

/** What the composer shows. */
export function shownChoice(needs: Pick<SendingNeeds, 'setting'>): Choice | null {
  const setting = needs.setting();
  return setting && choiceOf({ provider: setting.type, ...setting.config });
}

const attachmentsOf = (files: readonly ChatFile[]) => files.flatMap(({ ready }) => ready?.attachment ?? []);

/** Whether a file was picked for upload and has neither arrived nor failed. */
const isComing = (file: ChatFile) => file.kind !== null && file.ready === null && isUnderWay(file);

/** The text, and mentions of uploads that could not be sent right away. Files alone become a message of their names. */
function withMentions(text: string, files: readonly ChatFile[]): string {
  const mentions = files.flatMap(({ ready, name, kind }) =>
    ready?.url && kind ? [uploadMessage(kind, name, ready.url)] : [],
  );
  const parts = [...(isBlank(text) ? [] : [text]), ...mentions];
  return parts.length > 0 ? parts.join('\n\n') : files.map(({ name }) => name).join(', ');
}
