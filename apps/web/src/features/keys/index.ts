export type {
  AnswerEvent,
  Ending,
  Failure,
  Part,
  ProviderName,
  ProviderSetting,
  Said,
} from '@polylogue/providers';
export type { Choice } from './answer.ts';
export { ApiConfiguration, prepareConfiguration } from './api-configuration.tsx';
export { providerOf } from './catalog.ts';
export { failureSentence } from './failure-sentence.ts';
export { ModelCard } from './model-card.tsx';
export { ProviderCard } from './provider-card.tsx';
export { ProviderIcon } from './provider-icon.tsx';
export { answer, beforeSending, knownModels, readSetting, warmUp } from './room.ts';
export { useSetting } from './use-setting.ts';
