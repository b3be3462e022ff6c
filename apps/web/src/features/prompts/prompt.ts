import { fieldValue } from '@polylogue/sync';
import { byName } from '../../lib/text/by-name.ts';
import { matchesWords, words } from '../../lib/text/words.ts';
import { type Folder, fieldText } from '../conversation/index.ts';
import type { StoredFields } from '../record/list/index.ts';

/** A text to write again, with variables to fill in. */
export interface Prompt {
  id: string;
  name: string;
  text: string;
  /** The id of the folder that it is in, which may have been deleted; null: none. */
  folder: string | null;
}

const unnamed = 'Unnamed prompt';

/** By name. Whatever wrote them may be older or newer than this page. */
export function promptsOf(list: readonly StoredFields[]): Prompt[] {
  return list
    .filter(({ kind }) => kind === 'prompt')
    .map(({ record_id, fields }) => {
      const folder = fieldValue(fields, 'folder');
      return {
        id: record_id,
        name: fieldText(fieldValue(fields, 'name')).trim() || unnamed,
        text: fieldText(fieldValue(fields, 'text')),
        folder: typeof folder === 'string' ? folder : null,
      };
    })
    .sort(byName);
}

/** Those in which every word of the query starts a word of the name, the folder or the text; named ones first. */
export function foundPrompts(
  query: string,
  prompts: readonly Prompt[],
  folders: readonly Folder[] = [],
): readonly Prompt[] {
  if (words(query).length === 0) return prompts;
  const folderOf = ({ folder }: Prompt) => folders.find(({ id }) => id === folder)?.name ?? '';
  const isNamed = (one: Prompt) => matchesWords(one.name, query);
  const found = prompts.filter((one) => matchesWords(`${one.name} ${folderOf(one)} ${one.text}`, query));
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))];
}
