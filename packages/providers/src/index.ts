export type { AnswerEvent, Ending, Usage } from './answer.ts';
export type { Failure, FailureKind } from './failure.ts';
export {
  type Part,
  type ProviderName,
  type ProviderSetting,
  providerNames,
  type Question,
  type Said,
} from './question.ts';
