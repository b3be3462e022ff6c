import { jsonIn } from '../../../lib/state/json-in.ts';
import { type SafeStorage, storage, tabStorage } from '../../../lib/state/storage.ts';
import type { FolderModel } from '../../conversation/index.ts';
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

/** In which folder this tab is, and got its model. */
export interface FolderVisit {
  folder: string;
  /** Whether no conversation has begun since: a reload, or another choice, is then not overruled. */
  isFresh: boolean;
}

/** What a folder chose, for the whole browser. */
export interface FolderChoice {
  folder: string;
  chosen: ModelInUse;
  /** What was in use before it. */
  before: ModelInUse | null;
}

export interface FolderState {
  visit: FolderVisit | null;
  choice: FolderChoice | null;
}

/** What entering a place changes. `use`: the model to switch to; null: none. */
export interface Entered extends FolderState {
  use: ModelInUse | null;
}

/** `wanted`: the model of the place's folder, if it can be used. */
export function enter(
  { visit, choice }: FolderState,
  { folder, isNew }: ChatPlace,
  current: ModelInUse | null,
  wanted: ModelInUse | null,
): Entered {
  // The tab in which the folder was entered may have been closed.
  const { folder: last = null, isFresh = false } = visit ?? { folder: choice?.folder };
  if (last !== null && last === folder && (isFresh || !isNew))
    return { visit: { folder, isFresh: isNew }, choice, use: null };
  const usual = choice && current && isSame(choice.chosen, current) ? choice.before : current;
  const next = isNew ? wanted : null;
  const use = next ?? usual;
  const begins = folder !== null && next !== null;
  return {
    visit: begins ? { folder, isFresh: true } : null,
    choice: begins ? { folder, chosen: next, before: usual } : null,
    use: use && current && isSame(use, current) ? null : use,
  };
}

const isSame = (one: ModelInUse, other: ModelInUse) =>
  one.provider === other.provider && one.origin === other.origin && one.model === other.model;

/** The connection with which a folder's model is asked: to its server; where none is named, rather one that last used this model. */
export function folderConnection(
  { provider, model, host }: FolderModel,
  saved: readonly SavedProvider[],
): ModelInUse | null {
  const all = saved.filter(
    (one) => one.provider === provider && (host === undefined || URL.parse(one.origin)?.host === host),
  );
  const found = all.findLast((one) => one.model === model) ?? all.at(-1);
  return found ? { provider: found.provider, origin: found.origin, model } : null;
}

// Of this tab only: in another one the person may be somewhere else.
const visitEntry = 'polylogue.folder_model';
const choiceEntry = 'polylogue.folder_choice';

/** Switches to the model of this place's folder, or back to the one before. */
export function enterPlace(place: ChatPlace, wanted: ModelInUse | null): void {
  const before = {
    visit: readVisit(jsonIn(tabStorage.read(visitEntry))),
    choice: readChoice(jsonIn(storage.read(choiceEntry))),
  };
  if (!before.visit && !before.choice && !wanted) return;
  const setting = readSetting();
  const now = savedProviders().find((one) => isChosen(one, setting)) ?? null;
  const { visit, choice, use } = enter(before, place, now, wanted);
  keep(tabStorage, visitEntry, visit);
  keep(storage, choiceEntry, choice);
  if (use) switchTo(use);
}

function keep(place: SafeStorage, entry: string, value: FolderVisit | FolderChoice | null) {
  if (value) place.write(entry, JSON.stringify(value));
  else place.remove(entry);
}

/** A stored visit, if it is whole. */
export function readVisit(stored: unknown): FolderVisit | null {
  const { folder, isFresh } = Object(stored) as Partial<Record<keyof FolderVisit, unknown>>;
  return typeof folder === 'string' ? { folder, isFresh: isFresh === true } : null;
}

/** A stored choice, if it is whole. */
export function readChoice(stored: unknown): FolderChoice | null {
  const { folder, chosen, before } = Object(stored) as Partial<Record<keyof FolderChoice, unknown>>;
  const model = modelIn(chosen);
  return typeof folder === 'string' && model ? { folder, chosen: model, before: modelIn(before) } : null;
}

function modelIn(stored: unknown): ModelInUse | null {
  const { provider, origin, model } = Object(stored) as Partial<Record<keyof ModelInUse, unknown>>;
  const isWhole = isProvider(provider) && typeof origin === 'string' && typeof model === 'string';
  return isWhole ? { provider, origin, model } : null;
}
