import { setTimeout as wait } from 'node:timers/promises';
import type { ReplyTo } from '@polylogue/contract/client';
import type { Member, Server } from '../account.ts';
import type { Person } from './people.ts';
import type { Written } from './steps.ts';

type Page = ReplyTo<'GET /api/v1/spaces/:space_id/messages'>;
export type Row = Extract<Page['messages'][number], { body: string }>;

/** How long an answer may be at one browser without ending (milliseconds). */
const patience = 60_000;

/** All messages of a space, as the server has them. */
export async function rowsOf(api: Server, reader: Member, space_id: string): Promise<Row[]> {
  const all: Row[] = [];
  let before: number | null = null;
  do {
    const { messages, next }: Page = await api.as(reader, 'GET /api/v1/spaces/:space_id/messages', {
      params: { space_id },
      query: { ...(before !== null && { before }) },
    });
    all.push(...messages.filter((message): message is Row => 'body' in message));
    before = next;
  } while (before !== null);
  return all;
}

/** Waits for the answers that are being given; returns those that do not end. */
export async function unendedTurns(api: Server, reader: Member, space_id: string): Promise<string[]> {
  let giveUpAt = Date.now() + patience;
  let before = '';
  for (;;) {
    const open = (await rowsOf(api, reader, space_id)).flatMap(({ turn }) =>
      turn?.state === 'offered' || turn?.state === 'running' ? turn : [],
    );
    const now = open.map(({ question_id, epoch }) => `${question_id} ${epoch}`).join();
    if (now !== before) giveUpAt = Date.now() + patience;
    before = now;
    if (open.length === 0 || Date.now() > giveUpAt) return open.map((turn) => JSON.stringify(turn));
    await wait(500);
  }
}

/** What is not as it was written. `unsent`: what still waits in the browsers. */
export function problemsIn(rows: readonly Row[], { words, edited }: Written, unsent: string): string[] {
  const posts = rows.filter(({ kind }) => kind === 'post');
  const bodies = new Map<string, string[]>();
  for (const { body } of posts) {
    const word = body.match(/word\d+x/)?.[0] ?? '';
    bodies.set(word, [...(bodies.get(word) ?? []), body]);
  }
  const inState = (state: string) => [...words].flatMap(([word, its]) => (its === state ? word : []));
  const lost = inState('sent').filter((word) => !bodies.has(word) && !unsent.includes(word));
  const left = inState('deleted').filter((word) => bodies.has(word));
  const twice = [...words.keys()].filter((word) => (bodies.get(word)?.length ?? 0) > 1);
  const unedited = [...edited].filter(([word, text]) => bodies.has(word) && bodies.get(word)?.[0] !== text);
  return [
    ...(lost.length > 0 ? [`Lost: ${lost.join(', ')}`] : []),
    ...(left.length > 0 ? [`Deleted, and still there: ${left.join(', ')}`] : []),
    ...(twice.length > 0 ? [`There twice: ${twice.join(', ')}`] : []),
    ...(unedited.length > 0 ? [`Edits are lost: ${unedited.join(', ')}`] : []),
  ];
}

/** What became of the questions: how often it happened, and how often it did not. */
export function turnTally(rows: readonly Row[], people: readonly Person[]) {
  const turns = rows.flatMap(({ by_id, turn }) => (turn ? { ...turn, by_id } : []));
  const withoutKey = new Set(people.flatMap(({ hasKey, user_id }) => (hasKey ? [] : user_id)));
  const count = <Item>(items: readonly Item[], isDone: (item: Item) => boolean) => {
    const done = items.filter(isDone).length;
    return { done, refused: items.length - done };
  };
  const asked = turns.filter(({ by_id }) => withoutKey.has(by_id ?? ''));
  const interrupted = turns.filter(({ segments }) =>
    segments.some((one) => isStarted(one) && losses.has(one.because)),
  );
  return [
    ['a question is answered', count(turns, ({ state }) => state === 'done')],
    ['a question is answered with another person’s key', count(asked, ({ state }) => state === 'done')],
    [
      'an interrupted answer is ended by another person’s browser',
      count(interrupted, ({ state, segments }) => {
        const holders = new Set(segments.filter(isStarted).map(({ holder_id }) => holder_id));
        return state === 'done' && holders.size > 1;
      }),
    ],
  ] as const;
}

/** Why a browser lost an answer that another one may go on with. */
const losses = new Set<unknown>(['closing', 'gone', 'silent', 'lapsed', 'network']);
const isStarted = ({ started }: { started: unknown }) => started !== null;
