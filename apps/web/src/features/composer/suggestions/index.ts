export type { Suggestion, SuggestionSource } from './suggesting.ts';
export { useSuggestions } from './use-suggestions.tsx';
