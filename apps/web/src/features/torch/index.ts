export { catchUp } from './catch-up.ts';
export { LendButton } from './lend-button.tsx';
export { LendDialog } from './lend-dialog.tsx';
export { LendingBar } from './lending-bar.tsx';
export { previewOf } from './preview.ts';
export { useOwnProvider } from './use-own-provider.ts';
export { torchOf } from './wiring.ts';
