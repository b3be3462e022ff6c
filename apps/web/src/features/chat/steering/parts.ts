export { ComposerPrompts } from '../../prompts/index.ts';
export { ComposerNotes } from './composer-notes.tsx';
export { ReplyCost } from './cost/reply-cost.tsx';
export { Tools } from './tools.tsx';
