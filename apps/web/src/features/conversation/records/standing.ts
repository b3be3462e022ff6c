import { records } from '../../record/list/index.ts';
import { conversations } from '../list/index.ts';
import { type Folder, foldersOf } from './folder.ts';
import { type FolderFile, filesOf } from './folder-file.ts';
import { ownInstructionsOf } from './instructions.ts';

/** What goes along with every question besides what a chat says itself; empty texts: nothing. */
export interface StandingContext {
  own: string;
  /** Null: it is in none. */
  folder: Folder | null;
  /** Of the folder. */
  files: readonly FolderFile[];
}

/** Of a chat, as far as the records have been read. `begunIn`: the folder of one that is not stored yet. */
export function standingOf(id: string, begunIn: string | null): StandingContext {
  const list = records.read() ?? [];
  const listed = conversations.read()?.find((one) => one.id === id);
  const folder = listed ? listed.folder : begunIn;
  const found = foldersOf(list).find((one) => one.id === folder) ?? null;
  return { own: ownInstructionsOf(list), folder: found, files: found ? filesOf(list, found.id) : [] };
}

/** Those instructions that a chat has not left out, in the order in which they are sent. */
export function standingTexts(
  { own, folder }: StandingContext,
  { withoutOwn, withoutFolder }: { withoutOwn: boolean; withoutFolder: boolean },
): string[] {
  const texts = [withoutOwn ? '' : own, withoutFolder ? '' : (folder?.instructions ?? '')];
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** The files that a chat has not left out. */
export const standingFiles = (
  { files }: Pick<StandingContext, 'files'>,
  { withoutFiles }: { withoutFiles: boolean },
): readonly FolderFile[] => (withoutFiles ? [] : files);

/** The folder that the address of a chat that has not begun names. */
export const folderInAddress = (): string | null =>
  location.pathname === '/chat' ? new URLSearchParams(location.search).get('folder') : null;
