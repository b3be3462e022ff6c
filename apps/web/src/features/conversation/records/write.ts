import { type Json, newId } from '@polylogue/sync';
import { toast } from '../../../ui/index.ts';
import { records } from '../../record/list/index.ts';
import { attemptToStore, remove } from '../actions.ts';
import { sync } from '../wiring.ts';
import type { Folder, FolderColor, FolderModel } from './folder.ts';
import { ownInstructions } from './instructions.ts';

type Values = Readonly<Record<string, Json>>;

/** Returns whether it was stored; if not, a toast has said so. */
export const write = (changes: readonly { kind: string; record_id: string; values: Values }[]) =>
  attemptToStore(async () => {
    const { openedStore } = await sync.fetch();
    await (await openedStore()).writeRecords(changes);
  });

/** Empties a record, so that no text of it stays anywhere. Returns what brings it back; null: it was not stored. */
export async function removeRecord(kind: string, record_id: string): Promise<(() => void) | null> {
  const before = records.read()?.find((one) => one.kind === kind && one.record_id === record_id);
  const fields = Object.entries(before?.fields ?? {}).filter(([name]) => name !== 'deleted');
  const emptied = Object.fromEntries(fields.map(([name]) => [name, null]));
  if (!(await write([{ kind, record_id, values: { ...emptied, deleted: true } }]))) return null;
  const values = Object.fromEntries(fields.map(([name, [value]]) => [name, value]));
  return () => void write([{ kind, record_id, values: { ...values, deleted: false } }]);
}

export interface FolderValues {
  name: string;
  color: FolderColor;
  instructions: string;
  model: FolderModel | null;
}

/** Returns its id; null: it was not stored. */
export async function createFolder(values: Partial<FolderValues>): Promise<string | null> {
  const record_id = newId();
  return (await write([{ kind: 'folder', record_id, values: storedValues(values) }])) ? record_id : null;
}

export const changeFolder = (id: string, values: Partial<FolderValues>): Promise<boolean> =>
  write([{ kind: 'folder', record_id: id, values: storedValues(values) }]);

const storedValues = ({ model, ...rest }: Partial<FolderValues>): Values =>
  model === undefined ? rest : { ...rest, model: model && { ...model } };

/** Deletes a folder, and with it the conversations given; others that were in it are in none. Offers Undo. */
export async function deleteFolder({ id, name }: Folder, doomed: readonly string[]): Promise<void> {
  const undo = await removeRecord('folder', id);
  if (!undo) return;
  if (doomed.length > 0) {
    return remove(doomed, undo, `Folder “${name}” and what was in it deleted`);
  }
  toast({ title: `Folder “${name}” deleted`, action: { label: 'Undo', act: undo } });
}

export const writeOwnInstructions = (text: string): Promise<boolean> =>
  write([{ ...ownInstructions, values: { text, deleted: false } }]);
