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
export { ApiConfiguration } from './api-configuration.tsx';
export { type Provider, providerOf } from './catalog.ts';
export type { ApiConfigurationProps } from './dialog/configuration-dialog.tsx';
export { type FailureSentence, failureSentence } from './failure-sentence.ts';
export { ModelCard } from './model-card.tsx';
export type { ModelFacts } from './model-info.ts';
export { ProviderCard } from './provider-card.tsx';
export { ProviderIcon } from './provider-icon.tsx';
export { answer, beforeSending, knownModels, models, readSetting, storedModelInfo, warmUp } from './room.ts';
export { useSetting } from './use-setting.ts';
