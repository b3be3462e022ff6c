import type { Ref } from 'react';
import { MaskedField } from '../../../ui/index.ts';
import { providerOf } from '../catalog.ts';
import { presetOf, presets } from '../presets.ts';
import styles from './configuration.module.css';
import type { BoundKey, Fields } from './initial-fields.ts';
import type { Place } from './place.ts';
import { keyHints, keyPage } from './words.ts';

/**
 * Browsers ignore "off" in a masked field: they would fill in the password of this site, which Save would send to the
 * provider, and offer to store the key as that password. They leave alone what is used once; extensions need their own.
 */
const notAPassword = {
  autoComplete: 'one-time-code',
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
};

interface KeyFieldProps {
  ref: Ref<HTMLInputElement>;
  place: Place;
  typed: Fields;
  /** The key saved for the place. */
  bound: BoundKey | null;
  error: string | undefined;
  onChange(key: string): void;
}

/** The key, and where to get one. */
export function KeyField({ ref, place, typed, bound, error, onChange }: KeyFieldProps) {
  const { type } = place;
  const name = presetOf(type, typed.endpoint) ?? place.preset;
  const preset = name && presets[name];
  const { company, keyLooksLike } = preset
    ? { company: preset.displayName, keyLooksLike: preset.apiKey || undefined }
    : providerOf(type);
  const page = preset ? preset.keyPage : keyPage(type, typed.endpoint);
  return (
    <MaskedField
      ref={ref}
      name="apiKey"
      label="API Key"
      secret="API key"
      {...notAPassword}
      placeholder={keyLooksLike}
      aside={
        page && (
          <a href={page} target="_blank" rel="noopener noreferrer">
            Get a key from {company}
          </a>
        )
      }
      error={error}
      hint={keyHints(type, typed.endpoint, typed.keyFrom, bound).map((hint) => (
        <span key={hint} className={styles.line}>
          {hint}
        </span>
      ))}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
