export { ProgressBar } from './progress.tsx';
