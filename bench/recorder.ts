/** What the recorder saw of one streamed reply. Times are milliseconds of the page's own clock. */
export interface Seen {
  /** The frames from the first word painted to the last: when each began, and the display's own time of it. */
  frames: { began: number; tick: number }[];
  /** Tasks over 50 ms since the question was sent. */
  longTasks: { began: number; lasted: number }[];
  firstWord: number;
  lastWord: number;
}

export interface Recording extends Seen {
  firstByte: number;
  lastByte: number;
}

/** The letters a reply begins and ends with, everything but letters and digits left out. */
export interface Marks {
  first: string;
  last: string;
}

/** What the recorder in the page answers to, at `globalThis.benchRecorder`. */
interface Recorder {
  /**
   * Watches for the marks from now on; the last one is looked for only when `lastNotBefore` ms have passed. Without
   * `isFilming` it asks for no frames, which a page may need fewer of than there are.
   */
  begin(marks: Marks, lastNotBefore: number, isFilming: boolean): void;
  /** Settles when the reply's first letters are painted, with the page's time. */
  first: Promise<number>;
  /** Settles when the reply's last letters are painted. */
  finished: Promise<Seen>;
}

/**
 * The recorder, the same in every page, injected before the page's own scripts. It costs the page little: it stores
 * two numbers a frame, and reads changed nodes only near the beginning and the end.
 */
export function installRecorder(): void {
  const first = Promise.withResolvers<number>();
  const finished = Promise.withResolvers<Seen>();
  const seen = { firstWord: Number.NaN, lastWord: Number.NaN };
  const frames: Seen['frames'] = [];
  const longTasks: Seen['longTasks'] = [];
  let isDone = false;

  // A message posted in a frame arrives right after that frame is painted.
  let isInFrame = false;
  const afterPaint: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    isInFrame = false;
    for (const callback of afterPaint.splice(0)) callback();
  };
  function enterFrame() {
    if (isInFrame) return;
    isInFrame = true;
    port2.postMessage(null);
  }
  function painted(callback: () => void) {
    if (isInFrame) afterPaint.push(callback);
    else
      requestAnimationFrame(() => {
        enterFrame();
        afterPaint.push(callback);
      });
  }
  function frame(tick: number) {
    if (isDone) return;
    enterFrame();
    frames.push({ began: performance.now(), tick });
    requestAnimationFrame(frame);
  }

  /** The letters up to the end of a node, 100 of them or a few more; reads no more of the page than that. */
  function lettersUpTo(node: Node): string {
    const walker = document.createTreeWalker(node.getRootNode(), NodeFilter.SHOW_TEXT);
    let last: Node = node;
    while (last.lastChild) last = last.lastChild;
    walker.currentNode = last;
    let text: Text | null = last instanceof Text ? last : (walker.previousNode() as Text | null);
    let letters = '';
    for (let looked = 0; text && letters.length < 100 && looked < 40; looked += 1) {
      const end = text.substringData(Math.max(0, text.length - 150), 150);
      letters = end.replace(/[^\p{L}\p{N}]/gu, '') + letters;
      text = walker.previousNode() as Text | null;
    }
    return letters;
  }
  function whenShown(letters: string, callback: () => void) {
    const changes = new MutationObserver((records) => {
      const changed = records.flatMap((record) =>
        record.type === 'characterData' ? [record.target] : [...record.addedNodes],
      );
      if (!changed.some((node) => lettersUpTo(node).includes(letters))) return;
      changes.disconnect();
      painted(callback);
    });
    changes.observe(document, { subtree: true, childList: true, characterData: true });
  }

  function finish() {
    isDone = true;
    const shown = frames.filter(({ began }) => began >= seen.firstWord && began <= seen.lastWord);
    finished.resolve({ frames: shown, longTasks, ...seen });
  }

  const recorder: Recorder = {
    first: first.promise,
    finished: finished.promise,
    begin(marks, lastNotBefore, isFilming) {
      if (isFilming) requestAnimationFrame(frame);
      whenShown(marks.first, () => {
        seen.firstWord = performance.now();
        first.resolve(seen.firstWord);
      });
      setTimeout(() => {
        whenShown(marks.last, () => {
          seen.lastWord = performance.now();
          finish();
        });
      }, lastNotBefore);
      new PerformanceObserver((list) => {
        for (const task of list.getEntries()) {
          longTasks.push({ began: task.startTime, lasted: task.duration });
        }
      }).observe({ type: 'longtask' });
    },
  };
  Object.assign(globalThis, { benchRecorder: recorder });
}

/** When the first and the last byte of an answer came, with the page's time; null when none has come. */
export interface Bytes {
  first: number | null;
  last: number | null;
}

/** Notes when an answer's bytes come, at `globalThis.benchBytes`. */
export function watchBytes({ api }: { api: string }): void {
  const bytes: Bytes = { first: null, last: null };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[])
      if (entry.name === api) bytes.last = entry.responseEnd;
  }).observe({ type: 'resource' });
  // Resource timing hides the first byte from another origin's page; the answer's headers come with it.
  const originalFetch = fetch;
  async function watchedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
    const response = await originalFetch(...request);
    if (response.url === api) bytes.first = performance.now();
    return response;
  }
  Object.assign(globalThis, { fetch: watchedFetch, benchBytes: bytes });
}
