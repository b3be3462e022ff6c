export { ChangeEmailPage } from './change-email-page.tsx';
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { ResetPasswordPage } from './reset-password-page.tsx';
export { SigninPage } from './signin-page.tsx';
export { SignupPage } from './signup-page.tsx';
export { UndoEmailPage } from './undo-email-page.tsx';
export { VerifyEmailPage } from './verify-email-page.tsx';
export { WaiverGate } from './waiver/waiver-gate.tsx';
