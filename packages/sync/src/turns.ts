export {
  type Advanced,
  advance,
  deadline,
  ownConnection,
  type RevokedBecause,
  reread,
  type TurnAppend,
  type TurnEffect,
  type TurnEvent,
} from './advance-turn.ts';
export {
  type Context,
  type ContextFile,
  type ContextHolder,
  type ContextMessage,
  type ContextPart,
  type ContextRow,
  type ContextSpace,
  context,
} from './context.ts';
export { holderFor, nextOffer, type TorchHere, type TurnToHold } from './holder-for.ts';
export {
  emptyLedger,
  type Ledger,
  type LedgerEntry,
  ledgerOf,
  settle,
  spentFor,
  spentToday,
} from './lend-ledger.ts';
export {
  atMostTokens,
  consider,
  type LendRequest,
  type LendRoom,
  leastAnswer,
  type ModelTerms,
  reserve,
  roomFor,
  termsFor,
} from './lending.ts';
export {
  type Amount,
  type Asker,
  amountOf,
  type Lend,
  type LentModel,
  type LentTo,
  leftOf,
  type TokenPrice,
  usualLend,
} from './lent.ts';
export { afterDelta, afterRow, type RoomTurn, type StoredTurn, type TurnDelta } from './room-turn.ts';
export {
  baseFor,
  hasEnded,
  mayAsk,
  newTurn,
  rowOf,
  type Segment,
  type SegmentEnding,
  type Spent,
  type Started,
  type Turn,
  type TurnDecline,
  type TurnEnding,
  type TurnFailure,
  type TurnRow,
  type TurnState,
  turnLimits,
  turnOf,
  turnRights,
} from './turn.ts';
