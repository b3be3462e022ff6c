export { Markdown } from './markdown.tsx';
export { warmUpParser as warmUp } from './warm-up.ts';
