import { fieldValue, newId, syncLimits } from '@polylogue/sync';
import { byName } from '../../lib/text/by-name.ts';
import { toast } from '../../ui/index.ts';
import { fieldText, type knownRecords, removeRecord, write } from '../conversation/index.ts';

/** A search that someone may want to repeat. */
export interface SavedSearch {
  id: string;
  name: string;
  /** With its filters, as it was typed. */
  typed: string;
}

const kind = 'search';
type Records = NonNullable<ReturnType<typeof knownRecords.read>>;

/** By name. Whatever wrote them may be older or newer than this page. */
export const savedSearchesOf = (records: Records): SavedSearch[] =>
  records
    .filter((one) => one.kind === kind)
    .map(({ record_id, fields }) => {
      const typed = fieldText(fieldValue(fields, 'typed')).trim();
      return { id: record_id, name: fieldText(fieldValue(fields, 'name')).trim() || typed, typed };
    })
    .filter(({ typed }) => typed !== '')
    .sort(byName);

/** `space`: the id of the one in which to search. */
export const searchAddress = (typed: string, space?: string): string =>
  `/search?${new URLSearchParams({ q: typed, ...(space && { space }) })}`;

export const longestSearchName = syncLimits.titleLength;

export async function saveSearch(typed: string): Promise<void> {
  const record_id = newId();
  const values = {
    name: typed.slice(0, longestSearchName),
    typed: typed.slice(0, syncLimits.savedSearchLength),
  };
  if (!(await write([{ kind, record_id, values }]))) return;
  const undo = () => void removeRecord(kind, record_id);
  toast({
    title: 'Search saved',
    text: 'It is on the Search page, and in “Go to”.',
    action: { label: 'Undo', act: undo },
  });
}

export const renameSearch = ({ id }: SavedSearch, name: string): Promise<boolean> =>
  write([{ kind, record_id: id, values: { name } }]);

export async function deleteSearch({ id, name }: SavedSearch): Promise<void> {
  const undo = await removeRecord(kind, id);
  if (undo) toast({ title: `Saved search “${name}” deleted`, action: { label: 'Undo', act: undo } });
}
