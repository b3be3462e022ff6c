import { fieldValue, type Json } from '@polylogue/sync';
import type { StoredFields } from '../../record/list/index.ts';

/** The names are stored: a colour is added, never renamed. */
export const folderColors = ['straw', 'olive', 'ochre', 'blue', 'plum', 'teal', 'violet', 'purple'] as const;
export type FolderColor = (typeof folderColors)[number];

export interface FolderModel {
  provider: string;
  model: string;
}

/** What belongs together: conversations, and how they are answered. */
export interface Folder {
  id: string;
  name: string;
  color: FolderColor;
  /** Sent with every question in it. */
  instructions: string;
  /** What a new conversation in it begins with; null: whatever is chosen. */
  model: FolderModel | null;
}

const unnamedFolder = 'Unnamed folder';

/** By name. Whatever wrote them may be older or newer than this page. */
export function foldersOf(list: readonly StoredFields[]): Folder[] {
  return list
    .filter(({ kind }) => kind === 'folder')
    .map(folderOf)
    .sort((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
}

function folderOf({ record_id, fields }: StoredFields): Folder {
  const color = fieldValue(fields, 'color');
  return {
    id: record_id,
    name: fieldText(fieldValue(fields, 'name')).trim() || unnamedFolder,
    color: folderColors.find((one) => one === color) ?? 'straw',
    instructions: fieldText(fieldValue(fields, 'instructions')),
    model: modelOf(fieldValue(fields, 'model')),
  };
}

function modelOf(value: Json | undefined): FolderModel | null {
  const { provider, model } = Object(value) as Partial<Record<string, Json>>;
  return typeof provider === 'string' && typeof model === 'string' ? { provider, model } : null;
}

export const fieldText = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
