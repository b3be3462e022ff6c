export { records as knownRecords } from '../record/list/index.ts';
export {
  archive,
  erase,
  longestTitle,
  move,
  onRemoved,
  pin,
  remove,
  rename,
  restore,
} from './actions.ts';
export { ClearBrowser } from './clear-browser.tsx';
export { conversationItems } from './conversation-items.tsx';
export { groupsOf, pinnedFirst } from './groups.ts';
export {
  addressOf,
  conversations,
  isActive,
  isRestorable,
  type List,
  type ListedConversation,
  listed,
  untitled,
} from './list/index.ts';
export { PinnedMark } from './pinned-mark.tsx';
export { dragConversations, useConversationDrop } from './records/dragging.ts';
export { type Folder, type FolderModel, fieldText, foldersOf } from './records/folder.ts';
export { FolderDialogs } from './records/folder-dialogs.tsx';
export type { FolderFile } from './records/folder-file.ts';
export { FolderMark } from './records/folder-mark.tsx';
export { folderRequest } from './records/folder-requests.ts';
export { OwnInstructions } from './records/own-instructions.tsx';
export {
  folderInAddress,
  type StandingContext,
  standingFiles,
  standingOf,
  standingTexts,
} from './records/standing.ts';
export { useFolders, useRecordListWhole, useRecords } from './records/use-records.ts';
export { removeRecord, write, writeEdited, writeFolder } from './records/write.ts';
export { titlesEntry } from './titles-entry.ts';
export { useConversations, useListWhole, useStreaming, useStreamingIds } from './use-conversations.ts';
export { useLastLines } from './use-last-lines.ts';
export { isGuest, isStoredHereOnly, sync } from './wiring.ts';
