import type { PostRow } from '@polylogue/contract';

/** Changes whenever the costs of a room may: with a question, an answer that begins or ends, and a bill; not while one is written. */
export const billedIn = (rows: readonly Pick<PostRow, 'turn'>[]): string =>
  rows
    .flatMap(({ turn }) => (turn ? [turn] : []))
    .map(
      ({ segments, ended_at }) =>
        `${segments.filter(({ spent }) => spent).length}${ended_at === null ? '' : 'e'}`,
    )
    .join();
