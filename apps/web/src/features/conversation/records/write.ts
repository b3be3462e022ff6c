import { type Json, syncLimits } from '@polylogue/sync';
import { changedFields } from '../../../lib/state/changed-fields.ts';
import { toast } from '../../../ui/index.ts';
import { records, type StoredFields } from '../../record/list/index.ts';
import type { ConversationStore } from '../../sync/index.ts';
import { attemptToStore, mayStore, remove } from '../actions.ts';
import { sync } from '../wiring.ts';
import type { Folder, FolderColor, FolderModel } from './folder.ts';
import { type FolderFile, filesOf } from './folder-file.ts';
import { ownInstructions } from './instructions.ts';

type Values = Readonly<Record<string, Json>>;
type RecordWrite = Parameters<ConversationStore['writeRecords']>[0][number];

/** Returns whether it was stored; if not, a toast has said so. */
export const write = async (changes: readonly RecordWrite[]): Promise<boolean> =>
  (await mayStore(JSON.stringify(changes.map(({ values }) => values)))) && store(changes);

/**
 * Writes what a form says of a record: of one that was there before, only what was changed in the form, since another
 * device may have changed the rest meanwhile. If it was deleted there, all of it, which brings it back.
 * Returns whether it was stored; if not, a toast has said so.
 */
export async function writeEdited<Said extends Values & { name: string }>(
  key: Pick<StoredFields, 'kind' | 'record_id'>,
  values: Said,
  before: Said | null,
): Promise<boolean> {
  const isGone = before !== null && records.read() !== null && !known(key);
  const changed = before && !isGone ? (changedFields(values, before) as Values) : values;
  const isStored = await write([{ ...key, values: isGone ? { ...changed, deleted: false } : changed }]);
  if (isStored && isGone)
    toast({ title: `“${values.name}” is back`, text: 'It had been deleted elsewhere before you saved it.' });
  return isStored;
}

const known = ({ kind, record_id }: Pick<StoredFields, 'kind' | 'record_id'>) =>
  records.read()?.find((one) => one.kind === kind && one.record_id === record_id);

const store = (changes: readonly RecordWrite[]) =>
  attemptToStore(async () => {
    const { openedStore } = await sync.fetch();
    await (await openedStore()).writeRecords(changes);
  });

/** Empties records, so that no text of them stays anywhere. Returns what brings them back; null: it was not stored. */
async function removeRecords(
  doomed: readonly Pick<StoredFields, 'kind' | 'record_id'>[],
): Promise<(() => void) | null> {
  const before = doomed.map((key) => {
    const fields = Object.entries(known(key)?.fields ?? {}).filter(([name]) => name !== 'deleted');
    return { ...key, fields };
  });
  const changes = (deleted: boolean) =>
    before.map(({ fields, ...key }): RecordWrite => {
      const values = fields.map(([name, [value]]) => [name, deleted ? null : value]);
      return { ...key, values: { ...Object.fromEntries(values), deleted } };
    });
  return (await store(changes(true))) ? () => void store(changes(false)) : null;
}

export const removeRecord = (kind: string, record_id: string): Promise<(() => void) | null> =>
  removeRecords([{ kind, record_id }]);

export type FolderValues = {
  name: string;
  color: FolderColor;
  instructions: string;
  model: FolderModel | null;
};

/** Makes the folder of this id, or changes it. */
export const writeFolder = (id: string, values: Partial<FolderValues>): Promise<boolean> =>
  write([{ kind: 'folder', record_id: id, values }]);

/** A file that is to be in a folder. Its id stays the same, so that storing it twice makes one file. */
export interface NewFile {
  id: string;
  name: string;
  mediaType: string;
  part: NonNullable<RecordWrite['file']>;
}

/** Changes the files of a folder; those removed can be brought back from a toast. Returns whether it was stored. */
export async function changeFiles(
  folder: string,
  { added, removed }: { added: readonly NewFile[]; removed: readonly FolderFile[] },
): Promise<boolean> {
  const files = added.map(({ id, name, mediaType, part }): RecordWrite => {
    const size = part.type === 'file' ? Math.floor((part.data.length / 4) * 3) : part.text.length;
    const values = { name: name.slice(0, syncLimits.titleLength), media_type: mediaType, size, folder };
    return { kind: 'file', record_id: id, values, file: part };
  });
  if (files.length > 0 && !(await write(files))) return false;
  if (removed.length === 0) return true;
  const undo = await removeRecords(removed.map(({ id }) => ({ kind: 'file', record_id: id })));
  const title = removed.length === 1 ? `${removed[0]?.name} removed` : `${removed.length} files removed`;
  if (undo) toast({ title, action: { label: 'Undo', act: undo } });
  return undo !== null;
}

/** Deletes a folder with its files and the conversations given; others that were in it are in none. Offers Undo. */
export async function deleteFolder({ id, name }: Folder, doomed: readonly string[]): Promise<void> {
  const files = filesOf(records.read() ?? [], id);
  const undo = await removeRecords([
    { kind: 'folder', record_id: id },
    ...files.map((file) => ({ kind: 'file', record_id: file.id })),
  ]);
  if (!undo) return;
  if (doomed.length > 0) {
    // Without them, it has not been deleted either: there would be no way back.
    if (!(await remove(doomed, undo, `Folder “${name}” and what was in it deleted`))) undo();
    return;
  }
  toast({ title: `Folder “${name}” deleted`, action: { label: 'Undo', act: undo } });
}

export const writeOwnInstructions = (text: string): Promise<boolean> =>
  write([{ ...ownInstructions, values: { text, deleted: false } }]);
