import type { PostRow, SpacePerson, Turn } from '@polylogue/contract';
import type { ListedReply, ListedUserMessage, MessageAuthor } from '../../messages/index.ts';
import type { WaitingPost } from '../../post/outbox.ts';
import type { Names } from '../engine/names.ts';
import type { PlaceInLine } from '../words/queue.ts';
import type { ShownTexts } from '../words/shown-texts.ts';
import type { Quoted } from './quotes.ts';

interface Line {
  /** Hosts have pinned it. */
  isPinned: boolean;
  /** The one before it, if any, is of another day. */
  isFirstOfDay: boolean;
}

/** A line of a room as shown in the list: a post, a notice, or a post that has no number yet. */
export interface Post extends ListedUserMessage, Line {
  row: PostRow | null;
  waiting: WaitingPost | null;
  /** Slow mode holds it back until then (milliseconds since 1970, by the server's clock). */
  heldUntil: number | null;
  /** Who wrote it, if known. */
  author: SpacePerson | null;
  /** Of those who have reacted. */
  names: Names;
  files: PostRow['files'];
  isOffRecord: boolean;
  /** It mentions the reader. */
  isForMe: boolean;
  /** The post it replies to. */
  quote: Quoted | null;
  deletedBy: string | null;
}

/** A line of a room that is a turn of the AI; its text grows outside of React. */
export interface TurnMessage extends ListedReply, Line {
  row: PostRow;
  turn: Turn;
  /** What the AI is called here. */
  aiName: string;
  names: Names;
  /** Its place among the questions that wait while another is answered, from 1, or 0: somewhere in that line; null: it waits for a key, or not at all. */
  place: PlaceInLine | null;
  /** The question, unless it is directly above. */
  quote: Quoted | null;
  /** What who asked has left out. */
  leftOut: readonly Quoted[];
  /** Its question may still be sent, as far as this browser has it, and was not asked again since this one failed. */
  isAskable: boolean;
  deletedBy: string | null;
}

const common = { attachments: [], error: null } as const;

/** @param by who wrote it; null: the reader did */
export function postLine(
  row: PostRow,
  content: string,
  by: MessageAuthor | null,
  beside: Pick<
    Post,
    'author' | 'names' | 'isForMe' | 'quote' | 'deletedBy' | 'isContinued' | 'isFirstOfDay' | 'isPinned'
  >,
): Post {
  return {
    id: row.message_id,
    role: 'user',
    ...(by && { by }),
    at: row.created_at,
    content,
    ...common,
    isDeleted: row.deleted_at !== null,
    row,
    waiting: null,
    heldUntil: null,
    files: row.files,
    isOffRecord: row.is_off_record,
    ...beside,
  };
}

export function waitingLine(
  post: WaitingPost,
  beside: Pick<Post, 'names' | 'quote' | 'isContinued' | 'isFirstOfDay' | 'heldUntil'>,
): Post {
  return {
    id: post.message_id,
    role: 'user',
    at: post.at,
    content: post.body,
    ...common,
    row: null,
    waiting: post,
    author: null,
    files: post.files,
    isOffRecord: post.is_off_record,
    isForMe: false,
    isPinned: false,
    deletedBy: null,
    ...beside,
  };
}

export function turnLine(
  row: PostRow,
  turn: Turn,
  texts: ShownTexts,
  beside: Pick<
    TurnMessage,
    | 'names'
    | 'aiName'
    | 'place'
    | 'quote'
    | 'isFirstOfDay'
    | 'isAskable'
    | 'deletedBy'
    | 'isPinned'
    | 'leftOut'
  >,
): TurnMessage {
  return {
    id: row.message_id,
    role: 'assistant',
    at: row.created_at,
    ...texts,
    rest: [],
    isTooLong: false,
    thinkingSince: null,
    thoughtFor: null,
    isGrowing: turn.state === 'running',
    error: null,
    row,
    turn,
    isDeleted: row.deleted_at !== null,
    ...beside,
  };
}
