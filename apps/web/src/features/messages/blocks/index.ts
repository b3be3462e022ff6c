export { Markdown } from './markdown.tsx';
export { warmUp } from './warm-up.ts';
