import { endedText } from './markdown/reply-text.ts';
import {
  type Asked,
  type Attachment,
  type Message,
  type Reply,
  stamps,
  type Trouble,
  type UserMessage,
} from './message.ts';
import type { Counted } from './usage.ts';

interface Kept {
  content: string;
  /** Milliseconds since 1970. */
  at: number;
  asked: Asked | null;
  trouble: Trouble | null;
  usage?: Counted;
}

/** A message as plain data, as it is kept outside of a thread; of its files only what they were is left. */
export type KeptMessage =
  | (Kept & { role: 'user'; attachments?: readonly KeptFile[] })
  | (Kept & { role: 'assistant'; reasoning?: string; thoughtFor?: number });

type KeptFile = Pick<Attachment, 'name' | 'mediaType' | 'size'>;

/** The message again; text beyond `limit` is not displayed. */
export function messageOf(kept: KeptMessage, id: string, limit: number): Message {
  const { at, asked, trouble, content } = kept;
  const usage = kept.usage ?? null;
  if (kept.role === 'user') {
    const attachments = kept.attachments?.map(fileOf) ?? noFiles;
    const message = {
      __proto__: lazyStamps,
      id,
      role: 'user',
      at,
      asked,
      trouble,
      usage,
      content,
      attachments,
    };
    return message as unknown as UserMessage;
  }
  const isTooLong = content.length > limit;
  const message = {
    __proto__: lazyStamps,
    id,
    role: 'assistant',
    at,
    asked,
    trouble,
    usage,
    choice: null,
    text: endedText(isTooLong ? content.slice(0, limit) : content),
    rest: isTooLong ? [content.slice(limit)] : [],
    isTooLong,
    reasoning: kept.reasoning ? endedText(kept.reasoning) : null,
    thinkingSince: null,
    thoughtFor: kept.thoughtFor ?? null,
    isGrowing: false,
  };
  return message as unknown as Reply;
}

const noFiles: readonly Attachment[] = [];

/** Its bytes are not here any more: the model is told that there was a file. */
function fileOf({ name, mediaType, size }: KeptFile): Attachment {
  return { name, mediaType, size, part: { type: 'text', text: `[File: ${name}]` } };
}

/**
 * Asked when one is shown: writing 10,000 times costs more than a frame. They are inherited, since giving each message
 * its own takes longer than all else that opening a long conversation does; `changed` hands them on.
 */
const lazyStamps: Pick<Message, 'timestamp' | 'fullTimestamp'> & ThisType<Message> = {
  get timestamp() {
    return stamps(this.at).timestamp;
  },
  get fullTimestamp() {
    return stamps(this.at).fullTimestamp;
  },
};
