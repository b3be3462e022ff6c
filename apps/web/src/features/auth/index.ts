export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { mailLinkPages } from './mail-link-pages.ts';
export { SignInAgain } from './sign-in-again.tsx';
export { SigninPage } from './signin-page.tsx';
export { SignupPage } from './signup-page.tsx';
export { WaiverGate } from './waiver/waiver-gate.tsx';
