import type { ProviderSetting } from '@polylogue/providers';
import { knownModelsOf } from '@polylogue/providers/known-models';
import { retirementNote, retirementOf } from '@polylogue/providers/retirement';
import type { Ref } from 'react';
import { Combobox } from '../../../ui/combobox/index.ts';
import { Button } from '../../../ui/index.ts';
import { listedAt } from '../listed.ts';
import styles from './configuration.module.css';
import { suggestions } from './words.ts';

interface ModelFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange(model: string): void;
  error: string | undefined;
  /** The setting as typed so far. */
  typed: ProviderSetting;
  /** The server only uses the provider's format: what it lists counts, not what the provider has. */
  isPreset: boolean;
  /** Keeps the suggestions closed until they are asked for, by typing or by their button. */
  isQuiet: boolean;
  onReplace(model: string): void;
}

/** Takes any model's name; suggests the available ones, and says when one is retired. */
export function ModelField({ typed, error, isPreset, onReplace, ...field }: ModelFieldProps) {
  const { type, config } = typed;
  const retirement = retirementOf(type, config.model);
  return (
    <Combobox
      name="model"
      label="Model Name"
      suggestions={suggestions(listedAt(typed), isPreset ? [] : knownModelsOf(type))}
      error={error}
      hint={
        retirement && (
          <span className={styles.retired}>
            {retirementNote(type, config.model, new Date())}
            <Button small tone="quiet" onClick={() => onReplace(retirement.replacement)}>
              Use {retirement.replacement}
            </Button>
          </span>
        )
      }
      {...field}
    />
  );
}
