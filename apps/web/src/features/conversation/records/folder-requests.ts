import { type Live, live } from '../../../lib/state/live.ts';
import type { ListedConversation } from '../list/index.ts';
import type { Folder } from './folder.ts';

/** A dialog about folders that is to be open. */
export type FolderRequest =
  /** Null: a new one. */
  | { type: 'edit'; folder: Folder | null }
  | { type: 'delete'; folder: Folder }
  | { type: 'move'; conversations: readonly ListedConversation[]; onMoved?: () => void }
  /** Of a conversation that has not begun. */
  | { type: 'choose'; folder: string | null; onChosen: (folder: string | null) => void };

/** What a menu or a button has asked for; `FolderDialogs` opens it, whatever page that is on. */
export const folderRequest: Live<FolderRequest | null, FolderRequest | null> = live<
  FolderRequest | null,
  FolderRequest | null
>(null, (_, now) => now);
