import { jsonIn } from '../../../../lib/state/json-in.ts';
import { tabStorage } from '../../../../lib/state/storage.ts';
import { chooseInTab, type SavedProvider } from '../../../keys/index.ts';

// A folder lends its model to its conversations, in this tab alone: what is used in another one stays, and a tab opened
// elsewhere does not take the model away. So what the composer shows is what is asked.

/** A connection and its model. */
export type ModelInUse = Pick<SavedProvider, 'provider' | 'origin' | 'model'>;

/** Where the person is. */
export interface ChatPlace {
  /** Null: in none. */
  folder: string | null;
  /** Whether the conversation has not begun. */
  isNew: boolean;
}

/** Where this tab got its model. */
export interface FolderVisit {
  /** The folder, and the model that it had. */
  from: string;
  /** Whether no conversation has begun since: a reload, or another choice, is then not overruled. */
  isFresh: boolean;
}

export interface Entered {
  visit: FolderVisit | null;
  /** The model to use from now on; null: the chosen one; undefined: what is in use stays. */
  use?: ModelInUse | null;
}

/** What entering a place changes. `wanted`: the model of the place's folder, if it can be used. */
export function enter(
  visit: FolderVisit | null,
  { folder, isNew }: ChatPlace,
  wanted: ModelInUse | null,
): Entered {
  const from = wanted && [folder, wanted.provider, wanted.origin, wanted.model].join(' ');
  const next = from === null ? null : { from, isFresh: isNew };
  const isThere = visit && visit.from === from && (visit.isFresh || !isNew);
  return isThere ? { visit: next } : { visit: next, use: wanted };
}

const visitEntry = 'polylogue.folder_model';

/** Uses the model of this place's folder, or what was in use before. */
export function enterPlace(place: ChatPlace, wanted: ModelInUse | null): void {
  const before = readVisit(jsonIn(tabStorage.read(visitEntry)));
  if (!before && !wanted) return;
  const { visit, use } = enter(before, place, wanted);
  if (visit) tabStorage.write(visitEntry, JSON.stringify(visit));
  else tabStorage.remove(visitEntry);
  if (use !== undefined) chooseInTab(use);
}

/** A stored visit, if it is whole. */
export function readVisit(stored: unknown): FolderVisit | null {
  const { from, isFresh } = Object(stored) as Partial<Record<keyof FolderVisit, unknown>>;
  return typeof from === 'string' ? { from, isFresh: isFresh === true } : null;
}
