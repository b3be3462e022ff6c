import { Fragment } from 'react';
import type { Hit } from './hit.ts';

/** A piece of a message with what was found in it marked. */
export function MarkedText({ text, marks }: Hit['excerpt']) {
  return (
    <>
      {marks.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(marks[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
