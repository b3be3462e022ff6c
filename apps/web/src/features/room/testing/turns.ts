import type { PostRow, SpacePerson, Turn } from '@polylogue/contract';
import { namesIn } from '../engine/names.ts';
import type { People } from '../engine/room.ts';
import type { PersonFormat } from '../list/posts.ts';

type Segment = Turn['segments'][number];

const person = (user_id: string, first_name: string): SpacePerson => ({
  user_id,
  username: user_id,
  first_name,
  last_name: null,
  profile_picture_url: null,
});

export const people: People = { ada: person('ada', 'Ada'), ben: person('ben', 'Ben') };

export const personFormat: PersonFormat = {
  nameOf: ({ first_name }) => first_name ?? '',
  smallPicture: (url) => url,
};

/** As a third person reads them. */
export const names = namesIn(people, 'me', personFormat.nameOf);

/** A turn that Ada has asked. */
export const turnWith = (change: Partial<Turn> = {}): Turn => ({
  state: 'waiting',
  question_id: 'question',
  reads_until: 1,
  wants: null,
  epoch: 0,
  holder_id: null,
  segments: [],
  ended_at: null,
  because: null,
  ...change,
});

export const segmentOf = (holder_id: string, change: Partial<Segment> = {}): Segment => ({
  epoch: 1,
  holder_id,
  started: { provider: 'openai', model: 'gpt-5.5', host: 'api.openai.com', used: ['m1', 'm2'] },
  from: 0,
  to: 5,
  spent: { input: 1_000, output: 234, usd: 0.012, is_estimate: false },
  because: 'ended',
  ...change,
});

export const turnRow = (
  change: Partial<Turn>,
  { seq = 1, number = 2, body = '' }: Partial<Pick<PostRow, 'seq' | 'number' | 'body'>> = {},
): PostRow => ({
  message_id: 'turn',
  seq,
  number,
  kind: 'turn',
  by_id: 'ada',
  created_at: 1_000,
  body,
  reply_to: null,
  is_reply_withheld: false,
  mentions: [],
  is_off_record: false,
  files: [],
  reactions: [],
  edited_at: null,
  deleted_at: null,
  deleted_by: null,
  notice: null,
  turn: turnWith(change),
});
