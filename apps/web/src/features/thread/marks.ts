import { fieldValue, type StampedFields } from '@polylogue/sync';
import type { MessageMarks } from '../messages/index.ts';

/** The field that keeps each mark on every device. */
const fieldOf = { isDeleted: 'deleted' } as const satisfies Record<keyof MessageMarks, string>;

const names = Object.keys(fieldOf) as (keyof MessageMarks)[];

/** What is stored of marks. */
export const markFields = (
  marks: MessageMarks,
): { readonly [Name in (typeof fieldOf)[keyof MessageMarks]]?: boolean } =>
  Object.fromEntries(
    names.flatMap((name) => (marks[name] === undefined ? [] : [[fieldOf[name], marks[name]]])),
  );

const picked = (isSet: (name: keyof MessageMarks) => boolean): MessageMarks => {
  const marks: MessageMarks = {};
  for (const name of names) if (isSet(name)) marks[name] = true;
  return marks;
};

/** The marks that are set. */
export const marksIn = (fields: StampedFields): MessageMarks =>
  picked((name) => fieldValue(fields, fieldOf[name]) === true);
export const marksOf = (message: MessageMarks): MessageMarks => picked((name) => message[name] === true);

export const hasSameMarks = (one: MessageMarks, other: MessageMarks): boolean =>
  names.every((name) => !!one[name] === !!other[name]);
