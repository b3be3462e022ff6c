export { type BoxSuggestions, ComposerPrompts, type ComposerPromptsProps } from './composer-prompts.tsx';
export { usePrompts } from './use-prompts.tsx';
