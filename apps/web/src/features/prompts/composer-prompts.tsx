import { type RefObject, useEffect, useState } from 'react';
import { useShortcuts } from '../../ui/index.ts';
import type { TextBox } from '../composer/index.ts';
import { useSuggestions } from '../composer/suggestions/index.ts';
import { usePrompts } from './use-prompts.tsx';

/** What a text box that loads its suggestions late passes on to them. */
export type BoxSuggestions = Pick<ReturnType<typeof useSuggestions>, 'pressed' | 'box'>;

export interface ComposerPromptsProps {
  box: RefObject<TextBox | null>;
  /** Called with each change. */
  onChange(suggestions: BoxSuggestions): void;
}

/** Prompts above a text box that has no other suggestions. */
export function ComposerPrompts({ box, onChange }: ComposerPromptsProps) {
  const { source, dialogs } = usePrompts(box);
  const [sources] = useState(() => [source]);
  const { list, ...suggestions } = useSuggestions(sources, box);
  const active = suggestions.box['aria-activedescendant'];
  useShortcuts([{ id: 'prompts', keys: '/', label: 'Put in a prompt', when: 'in the message box' }]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is passed on depends on what is suggested
  useEffect(() => onChange(suggestions), [list, active]);
  return (
    <>
      {list}
      {dialogs}
    </>
  );
}
