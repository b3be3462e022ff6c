import type { HolderFrame, SpacePerson } from '@polylogue/contract';
import {
  type Amount,
  authorizeTurn,
  context,
  type Ledger,
  type Lend,
  type LendRequest,
  nextDayIn,
  type QuestionContext,
  reserve,
  type TurnDecline,
  termsFor,
  tokenBudgetFor,
  whyNotPaid,
} from '@polylogue/sync/turns';
import { type Choice, choiceOf, type SavedProvider } from '../../keys/index.ts';
import type { AskedTurns } from '../../post/asked-turns.ts';
import type { LedgerStore } from '../lends/ledger.ts';
import type { Lends, LentAs, OwnLend } from '../lends/lends.ts';
import type { ModelEndpoint, TokenCounter } from '../models/model-terms.ts';
import { contextRows } from './context-rows.ts';
import type { SpaceReading } from './space-reader.ts';

export type Offer = Extract<HolderFrame, { type: 'offer' }>;

/** What to ask for a turn, and with which connection. */
export interface Plan {
  choice: Choice;
  connection: ModelEndpoint;
  context: QuestionContext;
  /** Tokens. */
  maxTokens: number;
  counter: TokenCounter;
  /** What pays for it; null: its person asked it in this browser. */
  lend: PayingLend | null;
}

/** A lend that pays for a turn, and the highest that the turn can cost. */
interface PayingLend {
  as: LentAs;
  lend: Lend;
  request: LendRequest;
  reserved: Amount;
}

export interface PlanNeeds {
  me: string;
  lends: Lends;
  /** What it answers of what its person asks on other devices. */
  forSelf: Lends;
  ledger: LedgerStore;
  read(spaceId: string, until: number, questionId?: string): Promise<SpaceReading>;
  tokenCounterFor(connection: ModelEndpoint, isStrict: boolean): Promise<TokenCounter>;
  /** The connection that would be asked, without its key; null: none that can be used. */
  connectionFor(choice?: Choice): ModelEndpoint | null;
  savedProviders(): readonly SavedProvider[];
  asked: Pick<AskedTurns, 'begin' | 'leftOutOf' | 'end'>;
  nameOf(person: SpacePerson): string;
  /** Its person has set a budget, and for so long nothing more may be asked with their keys; 0: it may (milliseconds). */
  usedUpFor(): number;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Tokens of the longest answer to the member's own question. */
export const ownAnswerTokens = 16_384;
export const unlimited = { usd: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };

/** Milliseconds. */
const day = 86_400_000;

/** A decision not to answer. */
export type Declined = { declined: TurnDecline; retry_in?: number };

/** Decides whether and how this browser answers a turn; for another member, the highest cost is then already reserved. */
export function plan(needs: PlanNeeds, offer: Offer, continued: string): Promise<Plan | Declined> {
  const { me, forSelf, asked } = needs;
  const retry_in = needs.usedUpFor();
  // A month ends with a day, and a question waits for no longer than one.
  if (retry_in > 0) return Promise.resolve({ declined: 'used-up', ...(retry_in <= day && { retry_in }) });
  if (offer.asked_by !== me) return lentPlan(needs, offer, continued, 'lent');
  if (offer.is_automatic) {
    const isForSelf = forSelf.read()[offer.feed]?.lend.every_message === true;
    return lentPlan(needs, offer, continued, isForSelf ? 'lent_to_self' : 'lent');
  }
  // Only the asking browser knows for sure who asked: a server could claim it of any question.
  const how = asked.begin(offer);
  if (how) {
    const left_out = [...(offer.left_out ?? []), ...asked.leftOutOf(offer)];
    return ownPlan(needs, { ...offer, left_out }, continued, how === 'chosen');
  }
  return lentPlan(needs, offer, continued, 'lent_to_self');
}

async function ownPlan(
  needs: PlanNeeds,
  offer: Offer,
  continued: string,
  isChosen: boolean,
): Promise<Plan | Declined> {
  const choice = choiceFor(needs.savedProviders(), offer.wants, isChosen);
  if (choice === null) return { declined: 'not-lent' };
  const connection = needs.connectionFor(choice);
  if (!connection) return { declined: 'not-lent' };
  const reading = await needs.read(offer.feed, offer.reads_until, offer.question_id);
  const counter = await needs.tokenCounterFor(connection, false);
  const budget = tokenBudgetFor(unlimited, counter, ownAnswerTokens);
  const built = budget && contextOf(needs, reading, offer, counter, budget.input, continued);
  if (!budget || !built) return { declined: 'too-long' };
  // What is sent, and its receipt, are meant for this one.
  const pinned = choiceOf(connection);
  return { choice: pinned, connection, context: built, maxTokens: budget.output, counter, lend: null };
}

/**
 * Undefined: the chosen connection; null: none is saved for what is wanted.
 * @param isChosen the member chose the model in this browser; otherwise one that is saved is asked
 */
export function choiceFor(
  saved: readonly SavedProvider[],
  wants: Offer['wants'],
  isChosen = true,
): Choice | undefined | null {
  if (!wants) return undefined;
  const able = saved.filter(({ provider }) => provider === wants.provider);
  // One provider may have keys for several hosts.
  const found = able.find(({ model }) => model === wants.model) ?? able[0];
  if (!found) return null;
  const { provider, origin, model } = found;
  return { provider, origin, model: isChosen ? wants.model : model };
}

async function lentPlan(
  needs: PlanNeeds,
  offer: Offer,
  continued: string,
  as: LentAs,
): Promise<Plan | Declined> {
  const { lends, forSelf, ledger: store, now } = needs;
  const lent = () => (as === 'lent' ? lends : forSelf).read()[offer.feed];
  const own = lent();
  const ledger = own ? await store.read().catch(() => null) : null;
  if (own && !ledger) {
    // Without it, what has been spent is unknown.
    lends.endAll();
    return { declined: 'not-lent' };
  }
  if (!own || !ledger) return { declined: 'not-lent' };
  const reading = await needs.read(offer.feed, offer.reads_until, offer.question_id);
  const request = requestOf(needs, offer, reading, as);
  const allowed = authorizeTurn(own.lend, ledger, request, now());
  if ('declined' in allowed) return allowed;
  const found = lentConnection(needs, own, allowed.models);
  if (!found) return { declined: 'not-lent' };
  const { choice, connection } = found;
  const known = await needs.tokenCounterFor(connection, true);
  if (!known.isBounded) return { declined: 'not-lent' };
  // Limits in tokens count these, whatever they cost.
  const counter = found.model.price === null ? { ...known, priceAt: () => null } : known;
  const budget = tokenBudgetFor(allowed.left, counter, own.lend.longest);
  const built = budget && contextOf(needs, reading, offer, counter, budget.input, continued);
  const terms = built && termsFor(allowed.left, counter, own.lend.longest, built.input);
  if (!built || !terms) {
    const length = lengthOf(reading, offer.question_id);
    const why = whyNotPaid(own.lend, ledger, request, length, now());
    if (why === 'used-up') return usedUpToday(now());
    return { declined: why ?? (budget ? 'too-long' : 'no-room') };
  }
  let refused: Declined | null = null;
  const reserved = (all: Ledger) => {
    // The lend may have ended or changed in the meantime.
    const current = lent();
    refused = whyNotNow(needs, current, all, request, choice);
    return current && !refused ? reserve(current.lend, all, request, terms.reserved, now()) : null;
  };
  if (!(await store.change(reserved))) return refused ?? usedUpToday(now());
  const lend = { as, lend: own.lend, request, reserved: terms.reserved };
  return { choice, connection, context: built, maxTokens: terms.maxTokens, counter, lend };
}

/** The lender need not press anything for a new day. */
const usedUpToday = (now: number): Declined => ({ declined: 'used-up', retry_in: nextDayIn(now) });

function lengthOf({ rows }: SpaceReading, questionId: string): number {
  const question = rows.find((row) => 'body' in row && row.message_id === questionId);
  return question && 'body' in question ? question.body.length : 0;
}

/** Why this connection would not be asked any more; null: it would. */
function whyNotNow(
  needs: PlanNeeds,
  own: OwnLend | undefined,
  ledger: Ledger,
  request: LendRequest,
  { provider, origin, model }: Choice,
): Declined | null {
  if (!own) return { declined: 'not-lent' };
  const allowed = authorizeTurn(own.lend, ledger, request, needs.now());
  if ('declined' in allowed) return allowed;
  const isLent = allowed.models.some(
    (one) =>
      one.provider === provider &&
      one.model === model &&
      own.origins[own.lend.models.indexOf(one)] === origin,
  );
  return isLent ? null : { declined: 'not-lent' };
}

function requestOf(
  { me }: PlanNeeds,
  offer: Offer,
  { friends, blocked }: SpaceReading,
  as: LentAs,
): LendRequest {
  const { feed: space_id, turn_id, epoch, asked_by, role, wants } = offer;
  return {
    space_id,
    turn_id,
    epoch,
    asker: { user_id: asked_by, role, is_friend: friends.has(asked_by), is_lender: asked_by === me },
    isBlocked: blocked.has(asked_by),
    wants,
    isOwn: as === 'lent_to_self',
    isAutomatic: offer.is_automatic === true,
  };
}

/** The first of the models that a key is saved for. */
function lentConnection(
  { connectionFor, savedProviders }: PlanNeeds,
  { lend, origins }: OwnLend,
  models: OwnLend['lend']['models'],
) {
  for (const model of models) {
    const origin = origins[lend.models.indexOf(model)];
    const saved = savedProviders().find((one) => one.provider === model.provider && one.origin === origin);
    const choice = saved && { provider: saved.provider, origin: saved.origin, model: model.model };
    const connection = choice && connectionFor(choice);
    if (connection) return { model, choice, connection };
  }
  return null;
}

function contextOf(
  { nameOf }: PlanNeeds,
  { own, rows, people, blocked, texts }: SpaceReading,
  { question_id, reads_until, left_out }: Offer,
  counter: TokenCounter,
  tokenBudget: number,
  continued: string,
): QuestionContext | null {
  const { name, ai_name, ai_instructions, pins } = own.space;
  const space = {
    name,
    ai_name,
    ai_instructions,
    pins,
    nameOf(userId: string) {
      const person = people.get(userId);
      if (!person) return null;
      // Everyone reads the answer, so it must not say a name that only this browser's person knows.
      return person.is_named ? nameOf(person) : person.username;
    },
  };
  const { tokensOf, fileTokensOf, accepts } = counter;
  const holder = { tokenBudget, tokensOf, fileTokensOf, accepts, blocked };
  return context(space, contextRows(rows, reads_until, texts), question_id, holder, {
    continued,
    left_out: new Set(left_out),
  });
}
