import type { Toast } from '../../ui/index.ts';
import type { ProviderSetting } from '../keys/index.ts';
import type { Attachment, Clock, Thread, UploadKind } from '../thread/index.ts';
import { kindOf, mediaTypeOf, neitherKind, wrongKind } from './file-kind.ts';
import { type FileShelf, openFileShelf, type WaitingFile } from './files.ts';
import { type ModelLore, misfit } from './fitness.ts';
import { uploadMessage, wrong } from './words.ts';

export interface ChatNeeds {
  thread: Thread;
  clock: Clock;
  /** What stands in the way of sending, in words; null when nothing does. */
  beforeSending(): { title: string; text: string } | null;
  setting(): ProviderSetting | null;
  /** What is known of models; rejects when it cannot be had. */
  lore(): Promise<ModelLore>;
  /** Hands a file to our server. Rejects when it is refused or called off. */
  upload(file: File, signal: AbortSignal): Promise<{ url: string }>;
  /** Our server's own sentence in what `upload` rejected with. */
  refusal(error: unknown): Promise<string | undefined>;
  base64(file: Blob): Promise<string>;
  /** An address of a picture that lives in this page, and its end. */
  preview(file: Blob): string;
  dropPreview(address: string): void;
  say(toast: Toast): void;
}

/** The chat beyond its thread: what is checked before sending, and the files beside the text box. */
export interface Chat {
  thread: Thread;
  files: FileShelf;
  /** Answers whether it was sent. */
  send(text: string): boolean;
  retry(): void;
  continueReply(): void;
  /** Uploads the file and sends a message that mentions it. */
  upload(file: File, kind: UploadKind): Promise<void>;
  /** Puts pasted or dropped files beside the text box, to go along with the next message. */
  add(files: readonly File[]): Promise<void>;
  remove(fileId: string): void;
  startNew(): void;
}

export function openChat(needs: ChatNeeds): Chat {
  const { thread, clock, say } = needs;
  const files = openFileShelf(clock);
  const uploads = new Map<string, AbortController>();
  let lore: ModelLore | null = null;
  let count = 0;

  const isIdle = () => thread.read().pending.type === 'idle';
  const waiting = () => files.read().waiting;

  /** Whether a question may go out now; if not, it was said why. */
  function mayAsk(attachments: readonly Attachment[] = []): boolean {
    const missing = needs.beforeSending();
    if (missing) say(wrong(missing.title, missing.text));
    return !missing && fits(attachments);
  }

  function fits(attachments: readonly Pick<Attachment, 'name' | 'mediaType' | 'size'>[]): boolean {
    const setting = needs.setting();
    // Without a setting or knowledge nothing is known against it: the provider will say.
    const why = setting && lore && attachments.length > 0 ? misfit(attachments, setting, lore) : null;
    if (why) say(wrong(why));
    return !why;
  }

  async function learn() {
    lore ??= await needs.lore().catch(() => null);
  }

  function put(file: File, isUploading: boolean): WaitingFile {
    const mediaType = mediaTypeOf(file);
    const waiting: WaitingFile = {
      id: `f${++count}`,
      name: file.name,
      mediaType,
      ...(mediaType.startsWith('image/') && { preview: needs.preview(file) }),
      isUploading,
      attachment: null,
      url: null,
    };
    files.tell({ type: 'file-added', file: waiting });
    return waiting;
  }

  async function read(file: File, { mediaType, preview }: WaitingFile): Promise<Attachment> {
    const { name, size } = file;
    const data = await needs.base64(file);
    const part = { type: 'file', name, mediaType, data } as const;
    return { name, mediaType, size, part, ...(preview && { preview }) };
  }

  const gone = (...ids: string[]) => files.tell({ type: 'files-gone', ids });

  function remove(id: string) {
    uploads.get(id)?.abort();
    const preview = waiting().find((file) => file.id === id)?.preview;
    if (preview) needs.dropPreview(preview);
    gone(id);
  }

  async function upload(file: File, kind: UploadKind) {
    if (kindOf(file) !== kind) return say(wrong(wrongKind[kind]));
    await learn();
    const claimed = { name: file.name, mediaType: mediaTypeOf(file), size: file.size };
    if (!fits([claimed])) return;
    const chip = put(file, true);
    const control = new AbortController();
    uploads.set(chip.id, control);
    try {
      const [{ url }, attachment] = await Promise.all([needs.upload(file, control.signal), read(file, chip)]);
      if (control.signal.aborted) return;
      files.highlight(kind);
      files.tell({ type: 'file-changed', id: chip.id, change: { isUploading: false, attachment, url } });
      sendUploaded(chip.id, kind, attachment, url);
    } catch (error) {
      if (control.signal.aborted) return;
      remove(chip.id);
      say(wrong(`Failed to upload ${file.name}. Please try again.`, await needs.refusal(error)));
    } finally {
      uploads.delete(chip.id);
    }
  }

  /** Sends the file at once; what cannot go now stays beside the text box. */
  function sendUploaded(id: string, kind: UploadKind, attachment: Attachment, url: string) {
    if (!isIdle()) return say({ title: `${attachment.name} will go along with your next message.` });
    if (!mayAsk([attachment])) return;
    gone(id);
    thread.send(uploadMessage(kind, attachment.name, url), [attachment]);
  }

  function send(text: string): boolean {
    if (!isIdle()) return false;
    const ready = waiting().filter((file) => file.attachment !== null);
    const attachments = ready.flatMap(({ attachment }) => attachment ?? []);
    if (text.trim() === '' && ready.length === 0) return false;
    if (waiting().some((file) => !file.isUploading && !file.attachment)) {
      say({ title: 'A file is still being read. Send again in a moment.' });
      return false;
    }
    if (!mayAsk(attachments)) return false;
    gone(...ready.map(({ id }) => id));
    thread.send(withMentions(text, ready), attachments);
    return true;
  }

  async function add(dropped: readonly File[]) {
    const known = dropped.filter((file) => kindOf(file) !== null);
    if (known.length < dropped.length) say(wrong(neitherKind));
    await learn();
    for (const file of known) {
      const claimed = { name: file.name, mediaType: mediaTypeOf(file), size: file.size };
      if (!fits([claimed])) continue;
      const chip = put(file, false);
      try {
        const attachment = await read(file, chip);
        files.tell({ type: 'file-changed', id: chip.id, change: { attachment } });
      } catch {
        remove(chip.id);
        say(wrong(`${file.name} could not be read. Check that it is still there and try again.`));
      }
    }
  }

  return {
    thread,
    files,
    send,
    upload,
    add,
    remove,
    retry() {
      if (mayAsk()) thread.retry();
    },
    continueReply() {
      if (mayAsk()) thread.continueReply();
    },
    startNew() {
      const undo = thread.clear();
      say({ title: 'New chat started', action: { label: 'Undo', act: undo } });
    },
  };
}

/** The text, and what was uploaded but could not be sent at once. A file alone is a message of its name. */
function withMentions(text: string, files: readonly WaitingFile[]): string {
  const mentions = files.flatMap(({ url, name, mediaType }) =>
    url ? [uploadMessage(/^(image|video)\//.test(mediaType) ? 'media' : 'document', name, url)] : [],
  );
  const said = [...(text.trim() === '' ? [] : [text]), ...mentions];
  return said.length > 0 ? said.join('\n\n') : files.map(({ name }) => name).join(', ');
}
