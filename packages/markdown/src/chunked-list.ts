/** Items per chunk: few, since a chunk is what the page omits far from the screen. */
export const chunkLength = 8;
/** Chunks per group. */
const groupLength = 64;
/** Items per group. */
export const itemsInGroup = chunkLength * groupLength;

/**
 * An immutable list that grows only at its end, in fixed chunks within fixed groups.
 * Adding copies at most two short arrays; what shows it re-renders one chunk, and no item ever changes its place
 * in the structure, so that what is on the page is never mounted twice.
 */
export interface ChunkedList<T> {
  readonly length: number;
  readonly groups: readonly Group<T>[];
}
export type Group<T> = readonly Chunk<T>[];
export type Chunk<T> = readonly T[];

export const emptyList: ChunkedList<never> = { length: 0, groups: [] };

export function append<T>(list: ChunkedList<T>, item: T): ChunkedList<T> {
  const groups = list.groups.slice();
  const group = groups.at(-1);
  const chunk = group?.at(-1);
  if (group === undefined || chunk === undefined) return { length: 1, groups: [[[item]]] };
  if (chunk.length < chunkLength) groups[groups.length - 1] = [...group.slice(0, -1), [...chunk, item]];
  else if (group.length < groupLength) groups[groups.length - 1] = [...group, [item]];
  else groups.push([[item]]);
  return { length: list.length + 1, groups };
}

/** The list with another last item. */
export function withLast<T>(list: ChunkedList<T>, item: T): ChunkedList<T> {
  const groups = list.groups.slice(0, -1);
  const group = list.groups.at(-1) ?? [];
  const chunk = group.at(-1) ?? [];
  return { length: list.length, groups: [...groups, [...group.slice(0, -1), [...chunk.slice(0, -1), item]]] };
}

export function* itemsOf<T>(list: ChunkedList<T>): Generator<T> {
  for (const group of list.groups) for (const chunk of group) yield* chunk;
}

/** Joins the pieces of a text. */
export const textOf = (pieces: ChunkedList<string>): string => [...itemsOf(pieces)].join('');

export function firstOf<T>(list: ChunkedList<T>): T | undefined {
  return list.groups[0]?.[0]?.[0];
}

export function itemAt<T>(list: ChunkedList<T>, index: number): T | undefined {
  const chunk = Math.floor(index / chunkLength);
  return list.groups[Math.floor(chunk / groupLength)]?.[chunk % groupLength]?.[index % chunkLength];
}

/** Whether the first `items` items of two lists are the same. What they share is not looked through. */
export function beginWithSame<T>(items: number, one: ChunkedList<T>, other: ChunkedList<T>): boolean {
  for (let at = 0; at < items; at++) {
    const group = one.groups[at / itemsInGroup];
    if (group && group === other.groups[at / itemsInGroup]) at += itemsInGroup - 1;
    else if (itemAt(one, at) !== itemAt(other, at)) return false;
  }
  return true;
}

/** The first `items` items: a multiple of a chunk, less than a group. */
export function beginningOf<T>(list: ChunkedList<T>, items: number): ChunkedList<T> {
  const group = list.groups[0]?.slice(0, items / chunkLength) ?? [];
  return { length: group.flat().length, groups: [group] };
}
