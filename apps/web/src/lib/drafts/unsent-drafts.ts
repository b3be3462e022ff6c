import { storage } from '../state/storage.ts';
import { isDraftEntry, isTextsEntry, partsOf } from './entries.ts';
import { listedIds } from './text-database.ts';

type IsMeant = (parts: readonly string[]) => boolean;

const entries = (isOne: (entry: string) => boolean, isMeant: IsMeant) =>
  storage.names().filter((entry) => isOne(entry) && isMeant(partsOf(entry)));

/** Drafts in the browser's storage of which the parts of the name are as wanted, without repeats. */
const drafts = (isMeant: IsMeant): string[] => [
  ...new Set(entries(isDraftEntry, isMeant).flatMap((entry) => storage.read(entry)?.trim() || [])),
];

/** The names of the pasted texts beside them. */
const pasted = (isMeant: IsMeant): string[] =>
  entries(isTextsEntry, isMeant).flatMap((entry) => listedIds(storage.read(entry)).map(({ name }) => name));

const isOfOther =
  (account: string | null): IsMeant =>
  ({ length, 0: owner }) =>
    length > 1 && owner !== account;

/** Whether it is of this account or of a visitor. */
const isShownTo =
  (account: string | null): IsMeant =>
  (parts) =>
    !isOfOther(account)(parts);

/** Unsent text of this account and of visitors, in this browser's conversations and in new ones. */
export const unsentDrafts = (account: string | null): string[] => drafts(isShownTo(account));

/** The names of their unsent pasted texts. */
export const unsentPasted = (account: string | null): string[] => pasted(isShownTo(account));

/** How many unsent texts of other accounts this browser has. */
export const othersDrafts = (account: string | null): number =>
  drafts(isOfOther(account)).length + pasted(isOfOther(account)).length;
