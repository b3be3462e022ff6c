import type { AnswerEvent, Listing, ProviderSetting, Question } from '@polylogue/providers';

/** What asks providers, wherever it runs. */
export interface Adapters {
  /** Never throws; stays silent after the signal fired. */
  answer(question: Question, asking: { signal: AbortSignal }): AsyncIterable<AnswerEvent>;
  /** Never throws: an abort is a failure like any other. */
  models(setting: ProviderSetting, looking: { signal?: AbortSignal }): Promise<Listing>;
}
