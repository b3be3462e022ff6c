export type {
  AnswerEvent,
  Ending,
  Failure,
  Part,
  ProviderName,
  ProviderSetting,
  Said,
  Usage,
} from '@polylogue/providers';
export { ApiConfiguration, type ApiConfigurationProps } from './api-configuration.tsx';
export { type Provider, providerOf } from './catalog.ts';
export { type FailureSentence, failureSentence } from './failure-sentence.ts';
export { ProviderIcon } from './icons/provider-icon.tsx';
export { ModelCard } from './model-card.tsx';
export type { ModelFacts } from './model-info.ts';
export { ProviderCard } from './provider-card.tsx';
export { answer, beforeSending, knownModels, models, readSetting, storedModelInfo, warmUp } from './room.ts';
export { useSetting } from './use-setting.ts';
