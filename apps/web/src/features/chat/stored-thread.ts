import type { MessageDetails } from '@polylogue/contract';
import { partName, pathTo, syncLimits, thumbnailName } from '@polylogue/sync';
import { type Attachment, type FilePart, rootForkKey } from '../messages/index.ts';
import type { ShownMessage } from '../sync/index.ts';
import { type Message, marksIn, type PlainMessage, type PlainThread, type Thread } from '../thread/index.ts';

// Converts between stored conversations and threads.

type ModelRef = NonNullable<Message['asked']>;
type MessageError = NonNullable<Message['error']>;

/** A message and its place in the tree. */
interface Node {
  id: string;
  parent_id: string | null;
  created_at: number;
  message: PlainMessage;
}

interface Reading {
  /** The last message of the branch to show; null: the newest. */
  leaf: string | null;
  sentFrom: string | null;
  /** Fetches a message's file, by its index; null: it cannot be loaded. */
  part(messageId: string, place: number, of: { name: string; mediaType: string }): Promise<FilePart | null>;
  /** Whether this reply is being received somewhere right now. */
  isReceived?(messageId: string): boolean;
}

/** The branch to show as a list, with the other branches as forks. */
export function storedThread(
  rows: readonly ShownMessage[],
  { leaf, sentFrom, part, isReceived }: Reading,
): PlainThread {
  const nodes = withoutReplacedReplies(rows, leaf, isReceived).map(
    (row): Node => ({
      id: row.message_id,
      parent_id: row.parent_id,
      created_at: row.created_at,
      message: storedMessage(row, part, isReceived?.(row.message_id) ?? false),
    }),
  );
  const { path, forks } = pathTo(nodes, leaf);
  const messages = (branch: readonly Node[]) => branch.map(({ message }) => message);
  return {
    messages: messages(path),
    forks: Object.fromEntries(
      [...forks].map(([parent, fork]) => [
        parent ?? rootForkKey,
        fork.map((branch) => branch && messages(branch)),
      ]),
    ),
    sentFrom,
  };
}

/** Leaves out empty replies that a retry has replaced. */
function withoutReplacedReplies(
  rows: readonly ShownMessage[],
  leaf: Reading['leaf'],
  isReceived: Reading['isReceived'],
): readonly ShownMessage[] {
  const emptyReplies = rows.filter(
    ({ message_id, role, body }) =>
      role === 'assistant' && !body && message_id !== leaf && !isReceived?.(message_id),
  );
  if (emptyReplies.length === 0) return rows;
  const parents = new Set(rows.map(({ parent_id }) => parent_id));
  const replaced = new Set(
    emptyReplies.filter(
      (one) =>
        !parents.has(one.message_id) &&
        rows.some(
          ({ parent_id, role, message_id }) =>
            parent_id === one.parent_id && role === 'assistant' && message_id > one.message_id,
        ),
    ),
  );
  return rows.filter((row) => !replaced.has(row));
}

function storedMessage(row: ShownMessage, part: Reading['part'], isReceived: boolean): PlainMessage {
  const { message_id: id, role, created_at: at, body: content, reasoning, details } = row;
  const common = {
    id,
    content,
    at,
    asked: askedIn(details),
    error: errorIn(details),
    usage: usageIn(details),
    ...marksIn(row.fields),
  };
  if (role === 'user') {
    const files = details?.files?.map(({ name, media_type, size }, index) => ({
      name,
      mediaType: media_type,
      size,
      load: () => part(id, index, { name, mediaType: media_type }),
    }));
    return { ...common, role, ...(files && { attachments: files }) };
  }
  // No page is receiving it any more, and its end was never stored.
  const isCutOff = row.ended_at === null && !isReceived;
  const error = common.error ?? (isCutOff ? ({ type: 'ended', because: 'cut-off' } as const) : null);
  return { ...common, role, error, reasoning, thoughtFor: details?.thought_for ?? null };
}

/** What is stored of a question's files; undefined: not loaded. */
export function storedFiles(message: Message): Record<string, unknown> {
  return message.role === 'assistant' ? {} : filesIn(message.attachments);
}

export const filesIn = (attachments: readonly Attachment[]): Record<string, unknown> =>
  Object.fromEntries(
    attachments.flatMap(({ part, load, isAway, thumbnail }, index) => [
      [partName(index), load || isAway ? undefined : part],
      ...(thumbnail ? [[thumbnailName(index), thumbnail] as const] : []),
    ]),
  );

interface Thumbnails {
  /** What is stored of a message's files, by name. */
  file<Value>(messageId: string, name: string): Promise<Value | undefined>;
  /** Draws the thumbnail of a picture; null: it is not a picture. */
  draw(part: FilePart): Promise<Attachment['thumbnail'] | null>;
}

/** Shows the thumbnails of files once they are fetched, or drawn. */
export async function showThumbnails(thread: Thread, { file, draw }: Thumbnails): Promise<void> {
  async function thumbnailOf(messageId: string, attachment: Attachment, place: number) {
    const here =
      attachment.thumbnail ?? (await file<Attachment['thumbnail']>(messageId, thumbnailName(place)));
    if (here || !attachment.mediaType.startsWith('image/')) return here;
    const part = await attachment.load?.();
    return part ? await draw(part).catch(() => null) : null;
  }
  for (const message of thread.read().messages) {
    if (message.role === 'assistant' || message.attachments.length === 0) continue;
    const attachments = await Promise.all(
      message.attachments.map(async (attachment, place) => {
        const thumbnail = await thumbnailOf(message.id, attachment, place);
        return thumbnail ? { ...attachment, thumbnail } : attachment;
      }),
    );
    const isNew = attachments.some(
      ({ thumbnail }, index) => thumbnail !== message.attachments[index]?.thumbnail,
    );
    if (isNew) thread.setFiles(message.id, attachments);
  }
}

/** What is stored of a message besides its text. */
export function detailsOf(message: Message): MessageDetails {
  const { asked, error, usage } = message;
  return {
    ...(asked && { asked: { ...named(asked), host: hostOf(asked.endpoint) } }),
    ...(error && { error: storedError(error) }),
    ...(usage && { usage: usage as unknown as JsonObject }),
    ...(message.role === 'assistant' && message.thoughtFor !== null && { thought_for: message.thoughtFor }),
    ...(message.role === 'user' && message.attachments.length > 0 && { files: filesOf(message.attachments) }),
  };
}

type JsonObject = NonNullable<MessageDetails['error']>;

const named = ({ provider, model }: ModelRef) => ({ provider, model: model.slice(0, 256) });

const filesOf = (attachments: Extract<Message, { role: 'user' }>['attachments']) =>
  attachments.slice(0, syncLimits.files).map(({ name, mediaType, size }) => ({
    name: name.slice(0, 200),
    media_type: mediaType.slice(0, 100),
    size,
  }));

/** The host alone: a path, a query or a name before it may contain a key. */
export function hostOf(endpoint: string): string {
  try {
    return new URL(endpoint).host.slice(0, 256);
  } catch {
    return '';
  }
}

function storedError(error: MessageError): JsonObject {
  if (error.type !== 'failed') return { ...error };
  const { failure, asked } = error;
  return {
    type: 'failed',
    failure: Object.fromEntries(
      Object.entries(failure).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.slice(0, 4_000) : (value ?? null),
      ]),
    ),
    ...(asked && { asked: { ...named(asked), host: hostOf(asked.endpoint) } }),
  };
}

function askedIn(details: MessageDetails | null): ModelRef | null {
  const asked = details?.asked;
  return asked ? (endpointed(asked) as ModelRef) : null;
}

const endpointed = ({ host, ...asked }: { provider: string; model: string; host: string }) => ({
  ...asked,
  endpoint: host ? `https://${host}` : '',
});

const endings: readonly string[] = [
  'length',
  'filtered',
  'refused',
  'paused',
  'cut-off',
  'tool',
  'done',
  'other',
];

function errorIn(details: MessageDetails | null): MessageError | null {
  const error = details?.error as Record<string, unknown> | null | undefined;
  if (!error) return null;
  const { type, because, reason, failure, asked } = error;
  if (type === 'stopped') return { type };
  if ((type === 'ended' || type === 'empty') && endings.includes(String(because))) {
    return { type, because, ...(typeof reason === 'string' && { reason }) } as MessageError;
  }
  if (type !== 'failed' || typeof failure !== 'object' || failure === null) return null;
  const by =
    asked && typeof asked === 'object' ? endpointed(asked as Parameters<typeof endpointed>[0]) : null;
  return { type, failure, ...(by && { asked: by }) } as MessageError;
}

function usageIn(details: MessageDetails | null): Message['usage'] {
  const usage = details?.usage as Message['usage'] | undefined;
  return typeof usage?.input === 'number' && typeof usage.output === 'number' ? usage : null;
}
