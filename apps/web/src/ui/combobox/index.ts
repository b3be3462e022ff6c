export { Combobox } from './combobox.tsx';
export type { Suggestion } from './suggestion.ts';
