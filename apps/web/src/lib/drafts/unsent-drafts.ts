import { storage } from '../state/storage.ts';
import { draftParts } from './entries.ts';

/** Drafts in the browser's storage of which the parts of the name are as wanted, without repeats. */
function drafts(isMeant: (parts: readonly string[]) => boolean): string[] {
  const names = storage.names().filter((entry) => {
    const parts = draftParts(entry);
    return parts && isMeant(parts);
  });
  return [...new Set(names.flatMap((entry) => storage.read(entry)?.trim() || []))];
}

const isOfVisitor = ({ length }: readonly string[]) => length < 2;

/** Unsent text of this account and of visitors, in this browser's conversations and in new ones. */
export const unsentDrafts = (account: string | null): string[] =>
  drafts((parts) => isOfVisitor(parts) || parts[0] === account);

/** How many unsent texts of other accounts this browser has. */
export const othersDrafts = (account: string | null): number =>
  drafts((parts) => !isOfVisitor(parts) && parts[0] !== account).length;
