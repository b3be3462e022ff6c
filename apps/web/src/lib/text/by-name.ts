import { once } from './once.ts';

const names = once(() => new Intl.Collator(undefined, { numeric: true }));

/** The order of a list: as its reader's language has it, numbers as such, and of the same name always the same. */
export const byName = (one: { id: string; name: string }, other: { id: string; name: string }): number =>
  names().compare(one.name, other.name) || (one.id < other.id ? -1 : 1);
