export { AttachedFiles } from './attached-files.tsx';
export { UploadButton } from './upload-button.tsx';
export { useDropped } from './use-dropped.ts';
