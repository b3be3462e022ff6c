export type { AnswerEvent, Ending, Usage } from './answer.ts';
export { type AnswerOptions as Asking, streamAnswer } from './answering.ts';
export { catalog, type Feature, isProvider, type Provider } from './catalog.ts';
export { type Effort, efforts } from './effort.ts';
export type { Failure, FailureKind } from './failure.ts';
export {
  canTake,
  isTextType,
  knownModelsOf,
  type ModelInfo,
  maxFileBytes,
  modelInfo,
  type Price,
  type Takes,
} from './known-models.ts';
export { availableModels, type Listing, type ListingOptions as Looking } from './listing.ts';
export type { PictureLimits } from './pictures.ts';
export {
  type ProviderName,
  type ProviderSetting,
  providerNames,
  type Question,
  type QuestionMessage,
  type QuestionPart,
} from './question.ts';
export { type Retirement, retirementNote, retirementOf } from './retirement.ts';
export type { ListedModel } from './wire.ts';
