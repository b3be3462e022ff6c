export { WelcomeDialog } from './welcome.tsx';
