import { type Backoff, openBackoff } from '../../../../../lib/schedule/backoff.ts';

/** The parts of a worker that are used. */
export interface WorkerLike<Message> {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: Message }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  terminate(): void;
}

interface WorkerOptions<Message> {
  start(): WorkerLike<Message>;
  onMessage(what: Message): void;
  /** It hung on this block and was terminated. The next message starts another one. */
  onHang(block: number): void;
  /** It failed to load and may load now: everything has to be sent again. */
  onAvailable(): void;
}

/** Longest silence of a worker that owes lines, in milliseconds: it normally reports ten times a second. */
const silenceLimit = 5_000;

/** A worker that is terminated when it hangs: a regular expression may run forever, and nothing else can stop it. */
export function replaceableWorker<Message extends { block: number; remaining: number }>(
  options: WorkerOptions<Message>,
) {
  let worker: WorkerLike<Message> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while its script cannot be loaded. */
  let missing: Backoff | undefined;
  let isUnavailable = false;

  function start(): WorkerLike<Message> {
    const started = options.start();
    let hasStarted = false;
    started.addEventListener('message', ({ data }) => {
      if (started !== worker) return;
      hasStarted = true;
      missing = undefined;
      clearTimeout(timer);
      if (data.remaining > 0) timer = setTimeout(() => end(data.block), silenceLimit);
      options.onMessage(data);
    });
    started.addEventListener('error', () => {
      if (started === worker && !hasStarted) retryLater();
    });
    return started;
  }

  function end(block: number) {
    worker?.terminate();
    worker = undefined;
    options.onHang(block);
  }

  function retryLater() {
    worker?.terminate();
    worker = undefined;
    isUnavailable = true;
    missing ??= openBackoff();
    missing.wait(() => {
      isUnavailable = false;
      options.onAvailable();
    });
  }

  return {
    post(message: unknown) {
      if (isUnavailable) return;
      worker ??= start();
      worker.postMessage(message);
    },
    /** Only if it is running: a new worker has nothing to forget. */
    postIfRunning(message: unknown) {
      worker?.postMessage(message);
    },
  };
}
