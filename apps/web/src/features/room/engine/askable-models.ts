import type { OwnSpace } from '@polylogue/contract';
import { isLentTo, leastTurn, paysFor } from '@polylogue/sync/turns';
import type { WantedModel } from '../../post/outbox.ts';
import { companyOf, nameOfModel } from '../../torch/models/model-words.ts';
import type { Names } from './names.ts';
import type { Lent } from './presence.ts';

/** A model that can be asked here now, and whose keys may pay for it. */
export interface AskableModel extends WantedModel {
  /** One's own question goes to one's own account: with a key of this browser, or of another that answers for it. */
  isOwn: boolean;
  /** It is another browser of one's own that answers. */
  isElsewhere?: true;
  /** Ids of the members who lend it to this person. */
  lenders: readonly string[];
}

interface AskablePerson {
  user_id: string;
  role: OwnSpace['role'];
  friends: ReadonlySet<string>;
}

/** What is lent by others, and what another browser of one's own answers. */
export interface Answering {
  lent: Readonly<Record<string, Lent>>;
  forSelf?: Lent | null;
}

const isSame = (one: WantedModel, other: WantedModel) =>
  one.provider === other.provider && one.model === other.model;

/**
 * What someone can ask for: their own connections, the chosen one first, then those of their other browsers that answer
 * for them, then what is lent to them. A browser with a key for a provider answers its own questions to it, whoever else
 * lends it.
 */
export function askableModels(
  own: readonly WantedModel[],
  { lent, forSelf = null }: Answering,
  person: AskablePerson,
): readonly AskableModel[] {
  const models: AskableModel[] = [];
  for (const { provider, model } of own) {
    if (!models.some((one) => isSame(one, { provider, model })))
      models.push({ provider, model, isOwn: true, lenders: [] });
  }
  for (const { provider, model, price } of forSelf?.models ?? []) {
    if (!forSelf || own.some((one) => one.provider === provider)) continue;
    if (!paysFor(forSelf, price, forSelf.spent_today, leastTurn)) continue;
    models.push({ provider, model, isOwn: true, isElsewhere: true, lenders: [] });
  }
  for (const [lender, lend] of lentTo(lent, person)) {
    for (const { provider, model, price } of lend.models) {
      if (!paysFor(lend, price, lend.spent_today, leastTurn)) continue;
      const known = models.find((one) => isSame(one, { provider, model }));
      if (known) known.lenders = [...known.lenders, lender];
      else {
        const isOwn = own.some((one) => one.provider === provider);
        models.push({ provider, model, isOwn, lenders: [lender] });
      }
    }
  }
  return models;
}

/** Ids of the members who lend to someone, and whose limit of today pays for no question any more. */
export function usedUpLenders(
  lent: Readonly<Record<string, Lent>>,
  person: AskablePerson,
): readonly string[] {
  return lentTo(lent, person).flatMap(([lender, lend]) => {
    const pays = (today: Lent['spent_today']) =>
      lend.models.some(({ price }) => paysFor(lend, price, today, leastTurn));
    return !pays(lend.spent_today) && pays({ usd: 0, tokens: 0 }) ? [lender] : [];
  });
}

/** In an order that stays when somebody’s connection is opened anew. */
const lentTo = (lent: Readonly<Record<string, Lent>>, { user_id, role, friends }: AskablePerson) =>
  Object.entries(lent)
    .filter(
      ([lender, lend]) =>
        lender !== user_id && isLentTo(lend, { user_id, role, is_friend: friends.has(lender) }),
    )
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** What would answer: the model that is wanted, one's own first connection, or any that is lent. */
export function answeringModels(
  models: readonly AskableModel[],
  wanted: WantedModel | null,
): readonly AskableModel[] {
  if (wanted) return models.filter((one) => isSame(one, wanted));
  const own = models.find(({ isOwn }) => isOwn);
  return own ? [own] : models;
}

/** To whose account a question goes, as the end of a sentence. */
export function accountWords(models: readonly AskableModel[], { whose }: Pick<Names, 'whose'>): string {
  const own = models.find(({ isOwn }) => isOwn);
  if (own) return `your ${companyOf(own.provider)} account${own.isElsewhere ? ', on your other device' : ''}`;
  const accounts = new Set(
    models.flatMap(({ provider, lenders }) =>
      lenders.map((lender) => `${whose(lender)} ${companyOf(provider)} account`),
    ),
  );
  return [...accounts].join(' or ');
}

/** What is said beside a press that asks at once: where its question goes. */
export const asksWords = (models: readonly AskableModel[], names: Pick<Names, 'whose'>): string =>
  models.length > 0 ? `goes to ${accountWords(models, names)}` : 'waits until someone lends a key for it';

/** A model in the list of those that can be asked, with whose key pays for it. */
export function modelWords(
  { provider, model, isOwn, isElsewhere, lenders }: AskableModel,
  { who }: Pick<Names, 'who'>,
): string {
  const own = isElsewhere ? 'your other device' : 'your key';
  return `${nameOfModel(provider, model)} · ${isOwn ? own : lenders.map(who).join(', ')}`;
}
