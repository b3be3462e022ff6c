import type { SafeStorage } from '../../lib/storage.ts';

/** What is known of a model; tokens are null where nobody says. */
export interface ModelFacts {
  name: string;
  /** The exact id, as the provider names it in its replies. */
  version: string;
  contextWindow: number | null;
  maxOutputTokens: number | null;
}

const entries = {
  name: 'model_name',
  version: 'model_version',
  contextWindow: 'context_window',
  maxOutputTokens: 'max_output_tokens',
} as const;

/** Null when nothing was ever written. */
export function readModelInfo(storage: SafeStorage): ModelFacts | null {
  const name = storage.read(entries.name);
  if (!name) return null;
  return {
    name,
    version: storage.read(entries.version) ?? name,
    contextWindow: tokens(storage.read(entries.contextWindow)),
    maxOutputTokens: tokens(storage.read(entries.maxOutputTokens)),
  };
}

export function writeModelInfo(storage: SafeStorage, facts: ModelFacts): void {
  storage.write(entries.name, facts.name);
  storage.write(entries.version, facts.version);
  for (const limit of ['contextWindow', 'maxOutputTokens'] as const) {
    const count = facts[limit];
    if (count === null) storage.remove(entries[limit]);
    else storage.write(entries[limit], String(count));
  }
}

function tokens(text: string | null): number | null {
  const count = Number(text ?? '');
  return Number.isSafeInteger(count) && count > 0 ? count : null;
}
