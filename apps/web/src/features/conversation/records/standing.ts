import { records } from '../../record/list/index.ts';
import { conversations } from '../list/index.ts';
import { type Folder, foldersOf } from './folder.ts';
import { ownInstructionsOf } from './instructions.ts';

/** What is said with every question besides what a chat says itself; empty texts: nothing. */
export interface StandingInstructions {
  own: string;
  /** Null: it is in none. */
  folder: Folder | null;
}

/** Of a chat, as far as the records have been read. `begunIn`: the folder of one that is not stored yet. */
export function standingOf(id: string, begunIn: string | null): StandingInstructions {
  const list = records.read() ?? [];
  const listed = conversations.read()?.find((one) => one.id === id);
  const folder = listed ? listed.folder : begunIn;
  return {
    own: ownInstructionsOf(list),
    folder: foldersOf(list).find((one) => one.id === folder) ?? null,
  };
}

/** Those that a chat has not left out, in the order in which they are sent. */
export function standingTexts(
  { own, folder }: StandingInstructions,
  { withoutOwn, withoutFolder }: { withoutOwn: boolean; withoutFolder: boolean },
): string[] {
  const texts = [withoutOwn ? '' : own, withoutFolder ? '' : (folder?.instructions ?? '')];
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** The folder that the address of a chat that has not begun names. */
export const folderInAddress = (): string | null =>
  location.pathname === '/chat' ? new URLSearchParams(location.search).get('folder') : null;
