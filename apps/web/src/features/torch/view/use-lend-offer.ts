import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../../api/index.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { timeOrDay } from '../../../lib/text/time.ts';
import { useSavedProviders } from '../../keys/index.ts';
import { torchOf } from '../answering/wiring.ts';
import { connectionKey, errorsIn, type LendForm } from '../lends/lend-form.ts';
import { findOffer, type LendOffer, type LendTarget, type NoOffer } from '../lends/lend-offer.ts';
import { lendSentence } from '../lends/lend-words.ts';
import { forSelf, newLend, onlyFor } from '../lends/new-lend.ts';
import { savedInOrder, termsOf } from '../lends/own-connections.ts';
import { usedInWords } from '../models/amount-words.ts';
import { nameOfModel } from '../models/model-words.ts';

interface FoundOffer {
  /** Undefined: not known yet. */
  offer: LendOffer | NoOffer | undefined;
  isLooking: boolean;
  lookAgain(): void;
}

/** What one press would lend, as this browser's keys and its last choices have it. */
export function useLendOffer(me: string, target: LendTarget): FoundOffer {
  const { space, as, askers, wants, isAutomatic } = target;
  const torch = torchOf(me);
  const saved = useSavedProviders();
  const lent = useLive(as === 'lent' ? torch.lends : torch.forSelf, (all) => all[space.space_id]);
  const running = lent?.lend.only_turn === undefined ? lent : undefined;
  const used = useLive(torch.used, (all) => all[space.space_id]);
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['lend-offer', me, space, as, Object.keys(askers), wants, isAutomatic, saved, running, used],
    queryFn: () =>
      findOffer(
        {
          saved: savedInOrder(),
          choices: torch.choices,
          running,
          termsOf,
          spentToday: () => torch.spentToday(space.space_id, as),
        },
        target,
      ),
    staleTime: 0,
    // The sentence stays while what is used changes.
    placeholderData: (before) => before,
  });
  return { offer: data, isLooking: isFetching, lookAgain: () => void refetch() };
}

export const sentenceOf = (
  { chosen, form, spent, running }: LendOffer,
  { space, askers, as }: LendTarget,
): string =>
  lendSentence({
    space_name: space.name,
    model: nameOfModel(chosen.provider, chosen.model),
    form,
    askers: Object.values(askers),
    isForSelf: as === 'lent_to_self',
    used: spent[form.unit] > 0 ? usedInWords(spent[form.unit], form.unit) : null,
    until: running?.lend.until ? timeOrDay(new Date(running.lend.until)) : '',
  });

/** What stands in the way of this offer; null: nothing. */
export function problemOf({ chosen, form, terms: { price }, spent }: LendOffer): string | null {
  return (
    Object.values(errorsIn(form, { model: nameOfModel(chosen.provider, chosen.model), price, spent }))[0] ??
    null
  );
}

/** Lends what is offered. */
export async function lendOffered(
  me: string,
  { chosen, terms: { price }, form, running }: LendOffer,
  { space, askers, as }: LendTarget,
): Promise<void> {
  // Others compare the time with the server's clock. The limits themselves never depend on it.
  const needs = { space, chosen, price, now: Date.now(), askers, running };
  const own = { ...newLend(form, needs), lent_at: serverNow() };
  const choice = { connection: connectionKey(chosen), form: withoutTime(form) };
  await torchOf(me).lend(as === 'lent_to_self' ? forSelf(own, me) : own, as, choice);
}

/** Answers one question with what is offered, and lends nothing beyond it. */
export async function answerOnce(
  me: string,
  { chosen, terms: { price }, form }: LendOffer,
  { space }: LendTarget,
  turn: { turn_id: string; asked_by: string },
): Promise<void> {
  const once: LendForm = { ...form, until: 'closed', everyMessage: false };
  const own = newLend(once, { space, chosen, price, now: Date.now() });
  await torchOf(me).lend({ ...onlyFor(own, turn, Date.now()), lent_at: serverNow() }, 'lent');
}

/** The time of a running lend is of no use the next time. */
const withoutTime = (form: LendForm): LendForm =>
  form.until === 'same' ? { ...form, until: 'closed' } : form;

/** What to say when lending fails. */
export const notStored =
  'This browser does not let the app store what is spent, so nothing can be lent. A private window may be the reason.';
