export { openPreview } from './preview.ts';
