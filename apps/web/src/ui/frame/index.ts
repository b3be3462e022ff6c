export { fold, isFolded, useFolded } from './fold.ts';
export { Frame } from './frame.tsx';
