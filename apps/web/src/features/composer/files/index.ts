export { AttachedFiles } from './attached-files.tsx';
export { type FileWork, isUnderWay, NotReady, openFiles } from './open-files.ts';
export { UploadButton } from './upload-button.tsx';
export { useFileDrop } from './use-file-drop.ts';
export type { WaitingFile } from './waiting-files.ts';
