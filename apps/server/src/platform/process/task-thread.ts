import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A task sent to a thread, and its answer. An error that crosses threads keeps only these. */
export interface SentTask<Task> {
  id: number;
  task: Task;
}
export type TaskAnswer<Result> = { id: number } & (
  | { result: Result }
  | { error: { message: string; code?: string; errcode?: number } }
);

export interface TaskThread<Task, Result> {
  run(task: Task): Promise<Result>;
  /** Rejects what has not been answered, and resolves once the thread has ended. */
  close(): Promise<void>;
}

/**
 * A thread that answers tasks, started by the first one. Should it end by itself, what it was asked is rejected with
 * `'<name> has ended.'`, and the next task starts another.
 */
export function taskThread<Task, Result>(
  file: URL,
  workerData: unknown,
  name: string,
): TaskThread<Task, Result> {
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let thread: Worker | undefined;
  let lastId = 0;

  function begin(): Worker {
    const begun = new Worker(file, { workerData });
    begun.on('message', (answer: TaskAnswer<Result>) => {
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) begun.unref();
      if ('error' in answer) one?.reject(Object.assign(new Error(answer.error.message), answer.error));
      else one?.resolve(answer.result);
    });
    begun.on('error', (error) => lose(begun, error as Error));
    begun.on('exit', () => lose(begun, new Error(`${name} has ended.`)));
    return begun;
  }

  function lose(one: Worker, error: Error) {
    if (one !== thread) return;
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return {
    run(task) {
      thread ??= begin();
      lastId += 1;
      const answer = Promise.withResolvers<Result>();
      waiting.set(lastId, answer);
      // A task keeps the process alive; an idle thread does not.
      thread.ref();
      thread.postMessage({ id: lastId, task } satisfies SentTask<Task>);
      return answer.promise;
    },
    async close() {
      const last = thread;
      if (!last) return;
      lose(last, new Error(`${name} was closed.`));
      const ended = once(last, 'exit');
      await last.terminate();
      await ended.catch(() => {});
    },
  };
}
