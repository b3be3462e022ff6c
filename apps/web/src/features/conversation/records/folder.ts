import { fieldValue, type Json } from '@polylogue/sync';
import { byName } from '../../../lib/text/by-name.ts';
import type { StoredFields } from '../../record/list/index.ts';

/** The names are stored: a colour is added, never renamed. */
export const folderColors = ['straw', 'olive', 'ochre', 'blue', 'plum', 'teal', 'violet', 'purple'] as const;
export type FolderColor = (typeof folderColors)[number];

export type FolderModel = {
  provider: string;
  model: string;
  /** The host of its server; absent where an earlier version wrote it. */
  host?: string;
};

/** What belongs together: conversations, and how they are answered. */
export interface Folder {
  id: string;
  name: string;
  color: FolderColor;
  /** Sent with every question in it. */
  instructions: string;
  /** What answers in it; null: whatever is chosen. */
  model: FolderModel | null;
  /** When something of it was last changed; milliseconds since 1970. */
  changedAt: number;
}

const unnamedFolder = 'Unnamed folder';

/** By name. Whatever wrote them may be older or newer than this page. */
export function foldersOf(list: readonly StoredFields[]): Folder[] {
  return list
    .filter(({ kind }) => kind === 'folder')
    .map(folderOf)
    .sort(byName);
}

function folderOf({ record_id, fields }: StoredFields): Folder {
  const color = fieldValue(fields, 'color');
  return {
    id: record_id,
    name: fieldText(fieldValue(fields, 'name')).trim() || unnamedFolder,
    color: folderColors.find((one) => one === color) ?? 'straw',
    instructions: fieldText(fieldValue(fields, 'instructions')),
    model: modelOf(fieldValue(fields, 'model')),
    changedAt: Math.max(0, ...Object.values(fields).map((field) => Number(field?.[1]) || 0)),
  };
}

function modelOf(value: Json | undefined): FolderModel | null {
  const { provider, model, host } = Object(value) as Partial<Record<string, Json>>;
  if (typeof provider !== 'string' || typeof model !== 'string') return null;
  return { provider, model, ...(typeof host === 'string' && { host }) };
}

export const fieldText = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
