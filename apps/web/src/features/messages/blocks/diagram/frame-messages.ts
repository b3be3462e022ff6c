/** The only message from the page to the drawing frame. */
export interface Draw {
  kind: 'draw';
  text: string;
  scheme: Scheme;
  /** For a closer look: as wide as the frame, and never too small to read. */
  isLarge: boolean;
  /** The file of the page's font, which the frame cannot fetch; null: it could not be loaded. */
  font: ArrayBuffer | null;
}
export type Scheme = 'light' | 'dark';

/** What the frame sends back. */
export type FrameMessage =
  /** Its code has loaded. */
  | { kind: 'ready' }
  /** It is still drawing; sent every second. */
  | { kind: 'working' }
  /** `width`: the smallest at which it can be read. */
  | { kind: 'drawn'; height: number; width: number; svg: string }
  /** The same drawing at another width. */
  | { kind: 'sized'; height: number }
  | { kind: 'failed'; words: string };

/** The longest diagram, in characters. */
export const maxDiagramLength = 20_000;
/** Pixels: a higher drawing scrolls inside its frame. */
const maxHeight = 4_000;
/** A wider one is made smaller. */
const maxWidth = 4_000;
const maxSvgLength = 4_000_000;
const maxErrorLength = 600;

export function parseDraw(data: unknown): Draw | null {
  if (!isRecord(data) || data.kind !== 'draw' || !isText(data.text, maxDiagramLength)) return null;
  if (data.scheme !== 'light' && data.scheme !== 'dark') return null;
  if (typeof data.isLarge !== 'boolean') return null;
  if (data.font !== null && !(data.font instanceof ArrayBuffer)) return null;
  return { kind: 'draw', text: data.text, scheme: data.scheme, isLarge: data.isLarge, font: data.font };
}

/** Accepts only the expected messages, and nothing extra: what runs in the frame has read hostile text. */
export function parseFrameMessage(data: unknown): FrameMessage | null {
  if (!isRecord(data)) return null;
  switch (data.kind) {
    case 'ready':
    case 'working':
      return { kind: data.kind };
    case 'drawn':
      if (!isLength(data.height) || !isLength(data.width) || !isText(data.svg, maxSvgLength)) return null;
      return {
        kind: 'drawn',
        height: Math.min(data.height, maxHeight),
        width: Math.min(data.width, maxWidth),
        svg: data.svg,
      };
    case 'sized':
      return isLength(data.height) ? { kind: 'sized', height: Math.min(data.height, maxHeight) } : null;
    case 'failed':
      return typeof data.words === 'string'
        ? { kind: 'failed', words: data.words.slice(0, maxErrorLength) }
        : null;
    default:
      return null;
  }
}

/** Whether a message comes from our frame, which has no origin of its own. */
export const isFromFrame = (
  { source, origin }: Pick<MessageEvent, 'source' | 'origin'>,
  frame: Window | null | undefined,
): boolean => source !== null && source === frame && origin === 'null';

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null;
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most;
const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
