export { Composer, type UploadKind } from './composer.tsx';
export type { Draft } from './draft.ts';
export { openEarlyTextBox } from './text-box.ts';
export type { ComposerHandle } from './use-text-box.ts';
