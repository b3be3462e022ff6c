export interface OrderedWork<Store> {
  /** Runs work after all work before it. */
  add(work: (store: Store) => unknown): void;
  /** Resolves once all work so far is done. */
  done(): Promise<void>;
  isBusy(): boolean;
}

interface OrderedWorkNeeds<Store> {
  /** Nothing is done before. */
  ready: Promise<unknown>;
  store(): Promise<Store>;
  onFailed(error: unknown): void;
}

/** Does one thing after the other with a store. What fails does not hold up the rest. */
export function orderedWork<Store>({ ready, store, onFailed }: OrderedWorkNeeds<Store>): OrderedWork<Store> {
  let last: Promise<unknown> = ready.catch(() => {});
  let undone = 0;
  return {
    add(work) {
      undone += 1;
      last = last
        .then(async () => work(await store()))
        .catch(onFailed)
        .finally(() => {
          undone -= 1;
        });
    },
    done: async () => void (await last),
    isBusy: () => undone > 0,
  };
}
