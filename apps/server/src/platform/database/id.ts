import { randomUUIDv7 } from 'node:crypto';

/** An id for a new row: unguessable text that sorts by creation time, to the millisecond. */
export function newId(): string {
  return randomUUIDv7();
}
