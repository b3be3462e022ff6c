import { pathTo } from '@polylogue/sync/tree';
import { type FilePart, rootForkKey } from '../../messages/index.ts';
import type { ShownMessage } from '../../sync/index.ts';
import { marksIn, type PlainMessage, type PlainThread } from '../../thread/index.ts';
import { askedIn, messageErrorIn, usageIn } from './message-details.ts';

/** A message and its place in the tree. */
interface Node {
  id: string;
  parent_id: string | null;
  created_at: number;
  message: PlainMessage;
  isReceived: boolean;
}

interface Reading {
  /** The last message of the branch to show; null: the newest. */
  leaf: string | null;
  sentFrom: string | null;
  /** Fetches a message's file, by its index; null: it is not there. Rejects when that is not known. */
  part(messageId: string, place: number, of: { name: string; mediaType: string }): Promise<FilePart | null>;
  /** Called with a picture that is near the screen without a thumbnail. */
  wantThumbnail?(messageId: string, place: number): void;
  /** Whether the answer of this reply or question is being received somewhere right now. */
  isReceived?(message: ShownMessage): boolean;
}

/** The branch to show as a list, with the other branches as forks. */
export function storedThread(
  rows: readonly ShownMessage[],
  { leaf, sentFrom, isReceived, ...files }: Reading,
): PlainThread {
  const nodes = withoutReplacedReplies(rows, leaf, isReceived).map((row): Node => {
    const { message_id: id, parent_id, created_at } = row;
    const isPending = isReceived?.(row) ?? false;
    return {
      id,
      parent_id,
      created_at,
      message: storedMessage(row, files, isPending),
      isReceived: isPending,
    };
  });
  const { path, forks } = pathTo(nodes, leaf);
  function messages(branch: readonly Node[]): readonly PlainMessage[] {
    const all = branch.map(({ message }) => message);
    const last = all.at(-1);
    const isLeft = last?.role === 'user' && !last.error && !last.isDeleted && !branch.at(-1)?.isReceived;
    // The page that had asked was left before the first word.
    return isLeft ? all.with(-1, { ...last, error: { type: 'empty', because: 'cut-off' } }) : all;
  }
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
    (row) => row.role === 'assistant' && !row.body && row.message_id !== leaf && !isReceived?.(row),
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

function storedMessage(
  row: ShownMessage,
  { part, wantThumbnail }: Pick<Reading, 'part' | 'wantThumbnail'>,
  isReceived: boolean,
): PlainMessage {
  const { message_id: id, role, created_at: at, body: content, reasoning, details } = row;
  const common = {
    id,
    content,
    at,
    asked: askedIn(details),
    error: messageErrorIn(details),
    usage: usageIn(details),
    ...marksIn(row.fields),
  };
  if (role === 'user') {
    const files = details?.files?.map(({ name, media_type, size }, index) => ({
      name,
      mediaType: media_type,
      size,
      load: () => part(id, index, { name, mediaType: media_type }),
      ...(wantThumbnail &&
        media_type.startsWith('image/') && { wantThumbnail: () => wantThumbnail(id, index) }),
    }));
    return { ...common, role, ...(files && { attachments: files }) };
  }
  // No page is receiving it any more, and its end was never stored.
  const isCutOff = row.ended_at === null && !isReceived;
  const error = common.error ?? (isCutOff ? ({ type: 'ended', because: 'cut-off' } as const) : null);
  return { ...common, role, error, reasoning, thoughtFor: details?.thought_for ?? null };
}
