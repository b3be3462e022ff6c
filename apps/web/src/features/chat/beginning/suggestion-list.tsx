import { useMemo } from 'react';
import type { ProviderSetting } from '../../keys/index.ts';
import styles from './suggestion-list.module.css';
import { suggestionsFor } from './suggestions.ts';

interface SuggestionListProps {
  setting: ProviderSetting;
  onChoose(text: string): void;
}

/** Questions to begin with: they are written in the box, not sent. */
export function SuggestionList({ setting, onChoose }: SuggestionListProps) {
  const suggestions = useMemo(() => suggestionsFor(setting), [setting]);
  return (
    <ul className={styles.suggestions} aria-label="Suggestions">
      {suggestions.map(({ title, text }) => (
        <li key={title}>
          <button type="button" onClick={() => onChoose(text)}>
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}
