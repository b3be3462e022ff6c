export type {
  AnswerEvent,
  Effort,
  Ending,
  Failure,
  ListedModel,
  ProviderName,
  ProviderSetting,
  QuestionMessage,
  QuestionPart,
  Usage,
} from '@polylogue/providers';
export type { Answer, ChatQuestion } from './answer.ts';
export { ApiConfiguration, prepareConfiguration } from './api-configuration.tsx';
export { isProvider, providerOf } from './catalog.ts';
export { ConnectionIcon } from './connection-icon.tsx';
export type { Listed } from './due.ts';
export { isLocal, otherHost } from './endpoint.ts';
export { failureSentence, isAboutAddress } from './failure-sentence.ts';
export { contextWindow, listedBy, listingFailure, listModels } from './late-wiring.ts';
export { ModelCard } from './model-card.tsx';
export { answererOf, connectionName } from './presets.ts';
export { ProviderCard } from './provider-card.tsx';
export { isChosen } from './setting.ts';
export { type Choice, choiceOf, type SavedProvider } from './setting-reader.ts';
export { storageWarning } from './storage-warning.ts';
export { useModelName } from './use-model-name.ts';
export { useSavedProviders, useSetting } from './use-setting.ts';
export {
  answer,
  answerInChat,
  beforeSending,
  catalogue,
  chooseInTab,
  knownModels,
  type ModelCatalogue,
  onConnectionsChanged,
  onSettingChanged,
  readSetting,
  savedProviders,
  switchTo,
  warmUp,
} from './wiring.ts';
