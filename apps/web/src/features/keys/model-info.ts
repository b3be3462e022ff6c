import type { ListedModel, ModelInfo, ProviderName, ProviderSetting } from '@polylogue/providers';
import type { SafeStorage } from '../../lib/state/storage.ts';
import { providerOf } from './catalog.ts';

/** What is known about a model; token counts are null when unknown. */
export interface ModelFacts {
  name: string;
  /** The exact id that the provider gives in its replies. */
  version: string;
  contextWindow: number | null;
  maxOutputTokens: number | null;
}

/** Our own table of models, `@polylogue/providers/known-models`. */
export interface KnownModels {
  modelInfo(provider: ProviderName, id: string): ModelInfo | null;
}

/** The stored model info: of the model last saved or last named by a reply. */
const entries = {
  name: 'model_name',
  version: 'model_version',
  contextWindow: 'context_window',
  maxOutputTokens: 'max_output_tokens',
} as const;

/** Null when nothing has been written. */
export function readModelInfo(storage: SafeStorage): ModelFacts | null {
  const name = storage.read(entries.name);
  if (!name) return null;
  return {
    name,
    version: storage.read(entries.version) || name,
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

/** What is known about a model before it answers. @param listed what its own provider says about it */
export function factsOf(
  known: KnownModels,
  provider: ProviderName,
  model: string,
  listed?: ListedModel,
): ModelFacts {
  const info = known.modelInfo(provider, model);
  const { defaultModel, maxTokens } = providerOf(provider);
  return {
    name: info?.displayName ?? listed?.displayName ?? model,
    version: model,
    contextWindow:
      listed?.contextWindow ?? info?.contextWindow ?? (model === defaultModel ? maxTokens : null),
    maxOutputTokens: listed?.maxOutputTokens ?? info?.maxOutputTokens ?? null,
  };
}

/** The info to store once a reply to `setting` has named its model; null when it stays as it is. */
export function factsAfterReply(
  known: KnownModels,
  setting: ProviderSetting,
  model: string,
  stored: ModelFacts | null,
): ModelFacts | null {
  if (model.trim() === '' || stored?.version === model) return null;
  const requested = setting.config.model;
  const facts = factsOf(known, setting.type, model);
  const isKnown = known.modelInfo(setting.type, model) !== null;
  // "gpt-4o" answers as "gpt-4o-2024-08-06": what is known about one holds for the other.
  const base = stored?.version.startsWith(requested) && model.startsWith(requested) ? stored : null;
  return !isKnown && base ? { ...base, version: model } : facts;
}

function tokens(text: string | null): number | null {
  const count = Number(text ?? '');
  return Number.isSafeInteger(count) && count > 0 ? count : null;
}
