export { catchUp } from './catch-up.ts';
export { LendButton, lendDialog } from './lend-button.tsx';
export { LendingBar } from './lending-bar.tsx';
export { previewOf } from './preview.ts';
export { useOwnCounter } from './use-own-counter.ts';
export { useOwnModels } from './use-own-models.ts';
export { torchOf } from './wiring.ts';
