/** A piece of work that only this browser has, and that the account could have. */
export interface SavablePiece {
  /** Of one; what ends in `s` is not counted. */
  noun: string;
  title: string;
}

export interface SavableWork {
  /** What it is, piece by piece; null: there is some, and it cannot be read. */
  pieces(): Promise<readonly SavablePiece[] | null>;
  save(): Promise<void>;
}

let source: (() => Promise<SavableWork>) | null = null;

/** `load` fetches the code that knows about it. */
export function registerSavableWork(load: () => Promise<SavableWork>): void {
  source = load;
}

const nothing: SavableWork = { pieces: async () => [], save: async () => {} };

export const savableWork = async (): Promise<SavableWork> => (source ? source() : nothing);
