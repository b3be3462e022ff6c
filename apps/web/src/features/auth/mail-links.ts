export { ChangeEmailPage } from './change-email-page.tsx';
export { ResetPasswordPage } from './reset-password-page.tsx';
export { UndoEmailPage } from './undo-email-page.tsx';
export { VerifyEmailPage } from './verify-email-page.tsx';
