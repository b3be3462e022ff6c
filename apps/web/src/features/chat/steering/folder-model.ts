import { jsonIn } from '../../../lib/state/json-in.ts';
import { tabStorage } from '../../../lib/state/storage.ts';
import {
  isChosen,
  isProvider,
  readSetting,
  type SavedProvider,
  savedProviders,
  switchTo,
} from '../../keys/index.ts';

// A folder lends its model to the conversations that begin in it. Which model answers is one choice of the whole
// browser, so what was chosen before is kept, and comes back where the folder ends.

/** A connection and its model. */
export type ModelInUse = Pick<SavedProvider, 'provider' | 'origin' | 'model'>;

/** Where the person is. */
export interface ChatPlace {
  /** Null: in none. */
  folder: string | null;
  /** Whether the conversation has not begun. */
  isNew: boolean;
}

/** A choice that a folder made. */
export interface FolderChoice {
  folder: string;
  chosen: ModelInUse;
  /** What was in use before it. */
  before: ModelInUse | null;
  /** Whether no conversation has begun since: a reload, or another choice, is then not overruled. */
  isFresh: boolean;
}

/** What entering a place changes. `use`: the model to switch to; null: none. */
export interface Entered {
  choice: FolderChoice | null;
  use: ModelInUse | null;
}

/** `wanted`: the model of the place's folder, if it can be used. */
export function enter(
  choice: FolderChoice | null,
  { folder, isNew }: ChatPlace,
  current: ModelInUse | null,
  wanted: ModelInUse | null,
): Entered {
  if (choice && choice.folder === folder && (choice.isFresh || !isNew))
    return { choice: { ...choice, isFresh: isNew }, use: null };
  const isStill = choice !== null && current !== null && isSame(choice.chosen, current);
  const usual = isStill ? choice.before : current;
  const next = isNew ? wanted : null;
  const use = next ?? usual;
  return {
    choice: folder !== null && next ? { folder, chosen: next, before: usual, isFresh: true } : null,
    use: use && current && isSame(use, current) ? null : use,
  };
}

const isSame = (one: ModelInUse, other: ModelInUse) =>
  one.provider === other.provider && one.origin === other.origin && one.model === other.model;

/** The connection with which a folder's model is asked: of the same provider, rather one that last used this model. */
export function folderConnection(
  { provider, model }: { provider: string; model: string },
  saved: readonly SavedProvider[],
): ModelInUse | null {
  const all = saved.filter((one) => one.provider === provider);
  const found = all.findLast((one) => one.model === model) ?? all.at(-1);
  return found ? { provider: found.provider, origin: found.origin, model } : null;
}

// This tab's only: in another one the person may be somewhere else.
const entry = 'polylogue.folder_model';

/** Switches to the model of this place's folder, or back to the one before. */
export function enterPlace(place: ChatPlace, wanted: ModelInUse | null): void {
  const before = readChoice(jsonIn(tabStorage.read(entry)));
  if (!before && !wanted) return;
  const setting = readSetting();
  const now = savedProviders().find((one) => isChosen(one, setting)) ?? null;
  const { choice, use } = enter(before, place, now, wanted);
  if (choice) tabStorage.write(entry, JSON.stringify(choice));
  else tabStorage.remove(entry);
  if (use) switchTo(use);
}

/** A stored choice, if it is whole. */
export function readChoice(stored: unknown): FolderChoice | null {
  const { folder, chosen, before, isFresh } = Object(stored) as Partial<Record<keyof FolderChoice, unknown>>;
  const model = modelIn(chosen);
  if (typeof folder !== 'string' || !model) return null;
  return { folder, chosen: model, before: modelIn(before), isFresh: isFresh === true };
}

function modelIn(stored: unknown): ModelInUse | null {
  const { provider, origin, model } = Object(stored) as Partial<Record<keyof ModelInUse, unknown>>;
  const isWhole = isProvider(provider) && typeof origin === 'string' && typeof model === 'string';
  return isWhole ? { provider, origin, model } : null;
}
