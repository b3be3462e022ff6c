import { type Chunk, type ChunkedList, chunkLength, type Group, itemsInGroup } from '@polylogue/markdown';
import { type CSSProperties, memo, type ReactNode, useCallback, useEffectEvent, useState } from 'react';
import { counts } from './counts.ts';
import { type Estimate, heightOfChunk, textOfChunk } from './estimate.ts';
import { canWindow, observeNearViewport } from './near-viewport.ts';
import { viewport } from './viewport.ts';

/** Props for the element that holds a chunk. */
export interface Box {
  ref: (element: Element | null) => (() => void) | undefined;
  'data-far'?: true;
  /** The index of its first item. */
  'data-start'?: number;
  style?: CSSProperties;
}

/** How one kind of list is shown. Must be the same object from one render to the next. */
export interface ListKind<T> {
  /** One chunk, whose first item has the index `start`, in an element that takes the box. */
  show(chunk: Chunk<T>, start: number, box: Box): ReactNode;
  /** What is shown instead of items far from the screen; without it, all items are always rendered. */
  far?: {
    /** Lists up to this length are always rendered in full. Default: `short`; less where items are large. */
    short?: number;
    /** The same element with only the words in it. */
    show(words: string, start: number, box: Box): ReactNode;
    estimate: Estimate<T>;
  };
}

const short = 4 * chunkLength;
/** Screens before the end of a list that are rendered at once: that is where its reader usually is. */
const tailScreens = 1.05;

/**
 * A list that grows at its end: only its last chunk is rendered again when it does. Of a long list only the part near
 * the screen is rendered; the rest is only its words, in boxes of about the right height.
 */
export function ChunkedListView<T>({
  list,
  kind,
  isWhole = false,
}: {
  list: ChunkedList<T>;
  kind: ListKind<T>;
  isWhole?: boolean;
}) {
  const isWindowed =
    canWindow && !isWhole && kind.far !== undefined && list.length > (kind.far.short ?? short);
  const tail = isWindowed ? tailOf(list, kind) : 0;
  return list.groups.map((group, index) => {
    const start = index * itemsInGroup;
    const passed = Math.min(Math.max(0, tail - start), itemsInGroup);
    return (
      <GroupView key={start} part={group} start={start} kind={kind} passed={passed} isWindowed={isWindowed} />
    );
  });
}

/** The index of the first item that is rendered at once. */
function tailOf<T>({ groups }: ChunkedList<T>, { far }: ListKind<T>): number {
  let left = tailScreens * viewport.height;
  for (let group = groups.length - 1; group >= 0; group--) {
    const chunks = groups[group] ?? [];
    for (let chunk = chunks.length - 1; chunk >= 0; chunk--) {
      if (far !== undefined) left -= heightOfChunk(chunks[chunk] ?? [], far.estimate, left);
      if (left < 0) return group * itemsInGroup + chunk * chunkLength;
    }
  }
  return 0;
}

interface GroupProps<T> {
  part: Group<T>;
  start: number;
  kind: ListKind<T>;
  /** How many of its items come before the list's tail. */
  passed: number;
  isWindowed: boolean;
}

const GroupView = memo(function GroupView<T>({ part, start, kind, passed, isWindowed }: GroupProps<T>) {
  counts.rendered++;
  const [isFar, ref] = useFar(part, isWindowed, passed === itemsInGroup);
  if (isFar && kind.far) return showFar(part, part, start, kind.far, ref);
  return part.map((chunk, index) => {
    const first = index * chunkLength;
    return (
      <ChunkView
        key={first}
        part={chunk}
        start={start + first}
        kind={kind}
        isPassed={first < passed}
        isWindowed={isWindowed}
      />
    );
  });
}) as <T>(props: GroupProps<T>) => ReactNode;

interface ChunkProps<T> {
  part: Chunk<T>;
  start: number;
  kind: ListKind<T>;
  /** Read only for a new chunk: it has never been near the screen. */
  isPassed: boolean;
  isWindowed: boolean;
}

const ChunkView = memo(
  function ChunkView<T>({ part, start, kind, isPassed, isWindowed }: ChunkProps<T>) {
    counts.rendered++;
    const [isFar, ref] = useFar(part, isWindowed, isPassed);
    if (isFar && kind.far) return showFar(part, [part], start, kind.far, ref);
    return kind.show(part, start, { ref, 'data-start': start });
  },
  (before, now) => before.part === now.part && before.isWindowed === now.isWindowed,
) as <T>(props: ChunkProps<T>) => ReactNode;

/** The height of parts when they were last rendered, in pixels. */
const heights = new WeakMap<object, number>();

/** Whether a part is too far from the screen to be rendered, and a ref for the element that holds it. */
function useFar(part: object, isWindowed: boolean, isPassed: boolean): [boolean, Box['ref']] {
  const [isFar, setFar] = useState(isPassed);
  const goFar = useEffectEvent((height: number) => {
    heights.set(part, height);
    setFar(true);
  });
  const ref = useCallback(
    (element: Element | null) => {
      if (!isWindowed || element === null) return;
      return observeNearViewport(element, { onNear: () => setFar(false), onFar: goFar });
    },
    [isWindowed],
  );
  return [isFar && isWindowed, ref];
}

function showFar<T>(
  part: object,
  chunks: readonly Chunk<T>[],
  start: number,
  far: NonNullable<ListKind<T>['far']>,
  ref: Box['ref'],
): ReactNode {
  const { estimate } = far;
  const height =
    heights.get(part) ??
    chunks.reduce((sum, chunk) => sum + heightOfChunk(chunk, estimate, Number.POSITIVE_INFINITY), 0);
  const words = chunks.map((chunk) => textOfChunk(chunk, estimate)).join('\n');
  return far.show(words, start, { ref, 'data-far': true, 'data-start': start, style: { blockSize: height } });
}
