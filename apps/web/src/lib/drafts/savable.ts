/** Work that only this browser has, and that the account could have. */
export interface SavableWork {
  /** What it is, piece by piece; null: there is some, and it cannot be read. */
  titles(): Promise<readonly string[] | null>;
  save(): Promise<void>;
}

let source: (() => Promise<SavableWork>) | null = null;

/** `load` fetches the code that knows about it. */
export function registerSavableWork(load: () => Promise<SavableWork>): void {
  source = load;
}

const nothing: SavableWork = { titles: async () => [], save: async () => {} };

export const savableWork = async (): Promise<SavableWork> => (source ? source() : nothing);
