/** What the page asks of the frame that draws: it is told nothing else. */
export interface Draw {
  kind: 'draw';
  text: string;
  scheme: Scheme;
  /** To be looked at closely: as wide as the frame, and never smaller than can be read. */
  isLarge: boolean;
}
export type Scheme = 'light' | 'dark';

/** What the frame answers. */
export type FrameSaid =
  /** Its code is there. */
  | { kind: 'ready' }
  /** It is still drawing, said every second. */
  | { kind: 'working' }
  | { kind: 'drawn'; height: number; svg: string }
  /** The same drawing, for another width. */
  | { kind: 'sized'; height: number }
  | { kind: 'failed'; words: string };

/** Characters of a diagram. */
export const longest = 20_000;
/** Pixels: what is higher scrolls within itself. */
const highest = 4_000;
const longestDrawing = 4_000_000;
const longestWords = 600;

export function drawIn(data: unknown): Draw | null {
  if (!isRecord(data) || data.kind !== 'draw' || !isText(data.text, longest)) return null;
  if (data.scheme !== 'light' && data.scheme !== 'dark') return null;
  if (typeof data.isLarge !== 'boolean') return null;
  return { kind: 'draw', text: data.text, scheme: data.scheme, isLarge: data.isLarge };
}

/** Only what it is known to say, and nothing beside it: what runs in the frame has read hostile text. */
export function saidIn(data: unknown): FrameSaid | null {
  if (!isRecord(data)) return null;
  switch (data.kind) {
    case 'ready':
    case 'working':
      return { kind: data.kind };
    case 'drawn':
      if (!isHeight(data.height) || !isText(data.svg, longestDrawing)) return null;
      return { kind: 'drawn', height: Math.min(data.height, highest), svg: data.svg };
    case 'sized':
      return isHeight(data.height) ? { kind: 'sized', height: Math.min(data.height, highest) } : null;
    case 'failed':
      return typeof data.words === 'string'
        ? { kind: 'failed', words: data.words.slice(0, longestWords) }
        : null;
    default:
      return null;
  }
}

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null;
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most;
const isHeight = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
