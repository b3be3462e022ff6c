export type { AnswerEvent, Ending, Usage } from './answer.ts';
export { type AnswerOptions as Asking, answer } from './answering.ts';
export { catalog, type Feature, isProvider, type Provider } from './catalog.ts';
export type { Failure, FailureKind } from './failure.ts';
export {
  canTake,
  isText,
  type ModelInfo,
  maxFileBytes,
  modelInfo,
  modelsOf,
  type Price,
  type Takes,
} from './known-models.ts';
export { type Listing, type ListingOptions as Looking, models } from './listing.ts';
export type { PictureLimits } from './pictures.ts';
export {
  type Effort,
  efforts,
  type Part,
  type ProviderName,
  type ProviderSetting,
  providerNames,
  type Question,
  type QuestionMessage,
} from './question.ts';
export { type Retirement, retirementNote, retirementOf } from './retirement.ts';
export type { ListedModel } from './wire.ts';
