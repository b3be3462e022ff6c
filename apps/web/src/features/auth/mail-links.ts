export { ChangeEmailPage } from './change-email-page.tsx';
export { UndoEmailPage } from './undo-email-page.tsx';
export { VerifyEmailPage } from './verify-email-page.tsx';
