import { randomUUIDv7 } from 'node:crypto';

/** An id for a new row: text nobody can guess the next of, in the order of its making to the millisecond. */
export function newId(): string {
  return randomUUIDv7();
}
