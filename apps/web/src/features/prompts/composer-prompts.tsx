import { type RefObject, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../ui/index.ts';
import type { TextBox } from '../composer/index.ts';
import { useSuggestions } from '../composer/suggestions/index.ts';
import { usePrompts } from './use-prompts.tsx';

/** What a text box that loads its suggestions late passes on to them. */
export type BoxSuggestions = Pick<ReturnType<typeof useSuggestions>, 'pressed' | 'box'>;

export interface ComposerPromptsProps {
  box: RefObject<TextBox | null>;
  /** What the text box has been given; null: nothing yet. */
  given: BoxSuggestions | null;
  /** Called with each change. */
  onChange(suggestions: BoxSuggestions): void;
}

/** Prompts above a text box that has no other suggestions. */
export function ComposerPrompts({ box, given, onChange }: ComposerPromptsProps) {
  const { source, dialogs } = usePrompts(box);
  const [sources] = useState(() => [source]);
  const { list, ...suggestions } = useSuggestions(sources, box);
  const { 'aria-controls': controls, 'aria-activedescendant': active } = suggestions.box;
  useShortcuts([{ id: 'prompts', keys: '/', label: 'Put in a prompt', when: 'in the message box' }]);

  const latest = useRef(suggestions);
  useEffect(() => {
    latest.current = suggestions;
  });
  useEffect(() => {
    onChange({
      pressed: (event) => latest.current.pressed(event),
      box: {
        'aria-autocomplete': 'list',
        'aria-controls': controls,
        'aria-activedescendant': active,
        onChange: (event) => latest.current.box.onChange(event),
        onSelect: (event) => latest.current.box.onSelect(event),
        onFocus: (event) => latest.current.box.onFocus(event),
        onBlur: () => latest.current.box.onBlur(),
      },
    });
  }, [onChange, controls, active]);

  const isGiven = given !== null;
  // A slash may have been written before the text box had these.
  useEffect(() => {
    const { activeElement } = document;
    const isBox = activeElement?.getAttribute('aria-label') === 'Message';
    if (isGiven && isBox && activeElement instanceof HTMLTextAreaElement)
      latest.current.box.onFocus({ currentTarget: activeElement });
  }, [isGiven]);

  return (
    <>
      {list}
      {dialogs}
    </>
  );
}
