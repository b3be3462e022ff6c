import { openPauses, type Pauses } from '../../../../../lib/schedule/pauses.ts';

/** What a worker is to us. */
export interface Worked<Said> {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: Said }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  terminate(): void;
}

interface Wishes<Said> {
  start(): Worked<Said>;
  onSaid(what: Said): void;
  /** It owed something to this block, and was ended. The next question starts another. */
  onStuck(block: number): void;
  /** It did not come, and may by now: everything is to be asked once more. */
  onAgain(): void;
}

/** Milliseconds without a word from a worker that owes some: it says one ten times a second. */
const patience = 5_000;

/** A worker that is ended when it hangs: a regular expression may go on for ever, and nothing else can stop it. */
export function replaceableWorker<Said extends { block: number; left: number }>(wishes: Wishes<Said>) {
  let worker: Worked<Said> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** While its script cannot be had. */
  let missing: Pauses | undefined;
  let isAway = false;

  function start(): Worked<Said> {
    const started = wishes.start();
    let hasCome = false;
    started.addEventListener('message', ({ data }) => {
      if (started !== worker) return;
      hasCome = true;
      missing = undefined;
      clearTimeout(timer);
      if (data.left > 0) timer = setTimeout(() => end(data.block), patience);
      wishes.onSaid(data);
    });
    started.addEventListener('error', () => {
      if (started === worker && !hasCome) tryLater();
    });
    return started;
  }

  function end(block: number) {
    worker?.terminate();
    worker = undefined;
    wishes.onStuck(block);
  }

  function tryLater() {
    worker?.terminate();
    worker = undefined;
    isAway = true;
    missing ??= openPauses();
    missing.wait(() => {
      isAway = false;
      wishes.onAgain();
    });
  }

  return {
    ask(message: unknown) {
      if (isAway) return;
      worker ??= start();
      worker.postMessage(message);
    },
    /** Only when it is there: what it does not know it need not forget. */
    tell(message: unknown) {
      worker?.postMessage(message);
    },
  };
}
