import type { AnswerEvent, Listing, ProviderSetting, Question } from '@polylogue/providers';

/** What asks providers, wherever it runs. It throws only when it is broken itself. */
export interface Adapters {
  /** Stays silent after the signal fired; else the last event is `ended` or `failed`. */
  answer(question: Question, asking: { signal: AbortSignal }): AsyncIterable<AnswerEvent>;
  models(setting: ProviderSetting, looking: { signal?: AbortSignal }): Promise<Listing>;
}
