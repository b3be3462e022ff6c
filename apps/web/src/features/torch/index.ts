export { catchUp } from './catch-up.ts';
export { LendButton, lendDialog } from './lend-button.tsx';
export { LendingBar } from './lending-bar.tsx';
export { previewOf } from './preview.ts';
export { useOwnProvider } from './use-own-provider.ts';
export { torchOf } from './wiring.ts';
