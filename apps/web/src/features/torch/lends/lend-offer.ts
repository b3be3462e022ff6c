import type { Amount } from '@polylogue/sync/turns';
import type { SavedProvider } from '../../keys/index.ts';
import type { LendChoices } from './lend-choices.ts';
import {
  connectionKey,
  defaultForm,
  formOf,
  type LendForm,
  type LendTerms,
  rememberedForm,
} from './lend-form.ts';
import type { LentAs, OwnLend } from './lends.ts';
import type { LentSpace } from './new-lend.ts';

/** Where something could be lent, and on which questions. */
export interface LendTarget {
  space: LentSpace;
  /** By id the names of those whose questions it is lent on. */
  askers: Readonly<Record<string, string>>;
  as: LentAs;
  /** The model that a question must be answered with; null: any. */
  wants: { provider: string; model: string } | null;
  /** On what nobody asked: only what is lent for every message answers it. */
  isAutomatic?: boolean;
}

/** What one press would lend. */
export interface LendOffer {
  chosen: SavedProvider;
  terms: LendTerms;
  form: LendForm;
  /** What is used of the day already. */
  spent: Amount;
  /** What is lent already, and would change. */
  running: OwnLend | undefined;
}

/**
 * Why nothing can be lent: there is no key, none for the model that is wanted, or none whose answers have a limit; this
 * browser stores nothing that is spent, or the prices could not be loaded.
 */
export type NoOffer = 'no-key' | 'no-model' | 'unlimited' | 'not-stored' | 'no-price';

export interface OfferNeeds {
  /** The chosen connection first. */
  saved: readonly SavedProvider[];
  choices: Pick<LendChoices, 'read'>;
  running: OwnLend | undefined;
  /** Rejects while the prices cannot be loaded. */
  termsOf(connection: SavedProvider): Promise<LendTerms & { isBounded: boolean }>;
  /** Rejects if the browser cannot store what is spent. */
  spentToday(): Promise<Amount>;
}

/** What was lent to a space the last time, or what is usual there, with the first model that can be lent. */
export async function findOffer(
  { saved, choices, running, termsOf, spentToday }: OfferNeeds,
  { space, as, wants, isAutomatic = false }: LendTarget,
): Promise<LendOffer | NoOffer> {
  if (saved.length === 0) return 'no-key';
  const able = ableFor(saved, wants);
  if (able.length === 0) return 'no-model';
  const last = choices.read(space.space_id, as);
  const preferred = [running && keyOfLend(running), last?.connection];
  const inOrder = [...preferred.flatMap((key = '') => withKey(able, key, wants)), ...able];
  for (const chosen of inOrder) {
    const terms = await termsOf(chosen).catch(() => null);
    if (!terms) return 'no-price';
    if (!terms.isBounded) continue;
    const spent = await spentToday().catch(() => null);
    if (!spent) return 'not-stored';
    const form = running
      ? formOf(running, terms)
      : last
        ? rememberedForm(last.form, terms)
        : defaultForm(space.visibility, terms);
    const meant = isAutomatic ? { ...form, everyMessage: true } : form;
    return { chosen, terms, form: meant, spent, running };
  }
  return 'unlimited';
}

/** Connections of the provider that is wanted, with the model that is. */
function ableFor(saved: readonly SavedProvider[], wants: LendTarget['wants']): readonly SavedProvider[] {
  if (!wants) return saved;
  const ofProvider = saved.filter(({ provider }) => provider === wants.provider);
  const withModel = ofProvider.filter(({ model }) => model === wants.model);
  return (withModel.length > 0 ? withModel : ofProvider).map((one) => ({ ...one, model: wants.model }));
}

/** The connection of a key, with its model unless another one is wanted: the chat may use another one by now. */
const withKey = (able: readonly SavedProvider[], key: string, wants: LendTarget['wants']) =>
  able.flatMap((one) => {
    const place = connectionKey({ ...one, model: '' });
    if (!key.startsWith(place)) return [];
    return wants ? one : { ...one, model: key.slice(place.length) };
  });

function keyOfLend({ lend: { models }, origins }: OwnLend): string {
  const { provider = '', model = '' } = models[0] ?? {};
  return connectionKey({ provider, origin: origins[0] ?? '', model });
}
