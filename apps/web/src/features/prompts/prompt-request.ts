import type { Prompt } from './prompt.ts';

/** What is open: the variables of one prompt, or all prompts. */
export type PromptRequest = { type: 'fill'; prompt: Prompt } | { type: 'library' };
