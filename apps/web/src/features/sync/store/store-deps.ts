import type { Storage, Transaction } from '../storage/storage.ts';

/** `here`: by the user · `growing`: a reply has grown · `elsewhere`: in another tab or on another device. */
export type ChangedBy = 'here' | 'growing' | 'elsewhere';

export interface StoreDeps {
  storage: Storage;
  /** Milliseconds since 1970: the server's clock as this browser knows it. */
  now(): number;
  /** Called with the ids of changed conversations. */
  changed(conversationIds: readonly string[], by: ChangedBy): void;
  /** Called when records have changed. */
  recordsChanged(by: ChangedBy): void;
}

/** Makes a change in one transaction, and says which conversations it concerns. */
export function writer({ storage, changed }: Pick<StoreDeps, 'storage' | 'changed'>) {
  return async <Result>(
    ids: readonly string[],
    work: (trx: Transaction) => Promise<Result>,
    by: ChangedBy = 'here',
  ): Promise<Result> => {
    const result = await storage.write(work);
    changed(ids, by);
    return result;
  };
}
