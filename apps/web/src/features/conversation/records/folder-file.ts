import { fieldValue } from '@polylogue/sync';
import { byName } from '../../../lib/text/by-name.ts';
import type { StoredFields } from '../../record/list/index.ts';
import { fieldText } from './folder.ts';

/** A file that goes along with every question in a folder. Its content is stored under its id. */
export interface FolderFile {
  id: string;
  folder: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
}

/** Those of a folder, by name. Whatever wrote them may be older or newer than this page. */
export function filesOf(list: readonly StoredFields[], folder: string): FolderFile[] {
  return list
    .filter(({ kind, fields }) => kind === 'file' && fieldValue(fields, 'folder') === folder)
    .map(({ record_id, fields }) => {
      const size = fieldValue(fields, 'size');
      return {
        id: record_id,
        folder,
        name: fieldText(fieldValue(fields, 'name')) || 'Unnamed file',
        mediaType: fieldText(fieldValue(fields, 'media_type')) || 'application/octet-stream',
        size: typeof size === 'number' && size > 0 ? size : 0,
      };
    })
    .sort(byName);
}
