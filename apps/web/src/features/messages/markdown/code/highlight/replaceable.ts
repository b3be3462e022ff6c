import { openPauses, type Pauses } from '../../../../../lib/schedule/pauses.ts';

/** The parts of a worker that are used. */
export interface Worked<Message> {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: Message }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  terminate(): void;
}

interface WorkerNeeds<Message> {
  start(): Worked<Message>;
  onSaid(what: Message): void;
  /** It still owed something to this block, and was terminated. The next question starts another one. */
  onStuck(block: number): void;
  /** It failed to load, and may load now: everything is to be asked again. */
  onAgain(): void;
}

/** Milliseconds of silence from a worker that owes lines: it normally sends something ten times a second. */
const patience = 5_000;

/** A worker that is terminated when it hangs: a regular expression may run forever, and nothing else can stop it. */
export function replaceableWorker<Message extends { block: number; left: number }>(
  wishes: WorkerNeeds<Message>,
) {
  let worker: Worked<Message> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while its script cannot be loaded. */
  let missing: Pauses | undefined;
  let isAway = false;

  function start(): Worked<Message> {
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
    /** Only if it is running: a new worker has nothing to forget. */
    tell(message: unknown) {
      worker?.postMessage(message);
    },
  };
}
