export {
  type Advanced,
  advanceTurn,
  deadline,
  ownConnection,
  type RevokedBecause,
  reread,
  type TurnAppend,
  type TurnEffect,
  type TurnEvent,
} from './advance-turn.ts';
export { answerOf, wordsOf } from './answer-of.ts';
export {
  type ContextFile,
  type ContextHolder,
  type ContextMessage,
  type ContextPart,
  type ContextRow,
  type ContextSpace,
  context,
  type QuestionContext,
} from './context.ts';
export { fileLine } from './context-lines.ts';
export { holderFor, nextOffer, nextRetry, type PresentTorch, type TurnToHold } from './holder-for.ts';
export {
  type Charge,
  emptyLedger,
  type Ledger,
  type LedgerEntry,
  ledgerOf,
  settle,
  spentFor,
  spentToday,
  utcDay,
} from './lend-ledger.ts';
export {
  authorizeTurn,
  isUsedUp,
  type LendRequest,
  type ModelTerms,
  maxTokensOf,
  minAnswerTokens,
  reserve,
  type TokenBudget,
  termsFor,
  tokenBudgetFor,
} from './lending.ts';
export {
  type Amount,
  type Asker,
  amountOf,
  defaultLend,
  isLentTo,
  type Lend,
  type LentModel,
  type LentTo,
  leastTurn,
  leftOf,
  paysFor,
  type TokenPrice,
} from './lent.ts';
export { afterDelta, afterRow, type ObservedTurn, type StoredTurn, type TurnDelta } from './observed-turn.ts';
export {
  baseFor,
  type EarlyEnding,
  hasEnded,
  mayAsk,
  newTurn,
  type OngoingTurn,
  type Segment,
  type SegmentEnding,
  type Spent,
  type Started,
  storedTurn,
  type TurnDecline,
  type TurnEnding,
  type TurnFailure,
  type TurnRow,
  type TurnState,
  turnLimits,
  turnOf,
  turnRights,
} from './turn.ts';
