import { type SortedReply, sortReply } from './reasoning/index.ts';

/** A message in a space; an answer has parts by the browsers that wrote it. */
interface Row {
  body: string;
  turn: { segments: readonly { from: number; to: number }[] } | null;
}

/** The answer in a turn that has ended, apart from the reasoning that came with it as text. */
export const answerOf = ({ body, turn }: Row): SortedReply =>
  sortReply(
    body,
    turn?.segments.filter(({ from, to }) => from < to).map(({ from }) => from),
  );

/** What a message says: what a person wrote, or an answer without its reasoning. */
export const wordsOf = (row: Row): string => (row.turn ? answerOf(row).text : row.body);
