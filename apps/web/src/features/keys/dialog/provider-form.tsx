import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import { currentModel, isRetired } from '@polylogue/providers/retirement';
import { Controller } from 'react-hook-form';
import { DialogActions } from '../../../ui/dialog/index.ts';
import { Button, MaskedField, TextField } from '../../../ui/index.ts';
import { providerOf } from '../catalog.ts';
import styles from './configuration.module.css';
import type { Drafts } from './drafts.ts';
import { ForgetKey } from './forget-key.tsx';
import { KeyTest } from './key-test.tsx';
import { ModelField } from './model-field.tsx';
import { isToTry, type Pasted } from './pasted.ts';
import { trimmed, useProviderForm } from './use-provider-form.ts';
import { endpointWarning, keyHints, keyPage } from './words.ts';

interface ProviderFormProps {
  provider: ProviderName;
  /** What is typed stays here until it is saved. */
  drafts: Drafts;
  /** The key that was pasted last. */
  pasted: Pasted | null;
  /** A key came whole, and its form says whose it is. */
  onPaste(pasted: Pasted): void;
  onSave(setting: ProviderSetting): void;
}

/** Key, endpoint and model of one provider. */
export function ProviderForm({ provider, drafts, pasted, onPaste, onSave }: ProviderFormProps) {
  const { form, typed, errors, bound, ...did } = useProviderForm(provider, drafts, pasted, onPaste);
  const { company, keyLooksLike } = providerOf(provider);
  const page = keyPage(provider, typed.endpoint);
  const current = isRetired(provider, typed.model, new Date()) ? currentModel(provider, typed.model) : null;
  const warning = endpointWarning(typed.endpoint, typed.apiKey, location.protocol);

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.handleSubmit((fields) => onSave(trimmed(provider, fields)))}
    >
      {did.isUnsavedDraft && (
        <p className={styles.note}>
          What you typed here is not saved yet.
          <Button small tone="quiet" onClick={did.startOver}>
            Start over
          </Button>
        </p>
      )}
      <div className={styles.key}>
        <MaskedField
          label="API Key"
          secret="API key"
          placeholder={keyLooksLike}
          error={errors.apiKey?.message}
          hint={keyHints(typed.endpoint, typed.keyFrom, bound).map((hint) => (
            <span key={hint} className={styles.line}>
              {hint}
            </span>
          ))}
          {...form.register('apiKey', { onChange: (event) => did.keyChanged(event.target.value) })}
        />
        {page && (
          <a href={page} target="_blank" rel="noopener noreferrer">
            Get a key from {company}
          </a>
        )}
      </div>
      <TextField
        label="API Endpoint"
        className={styles.address}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={errors.endpoint?.message}
        hint={warning && <span className={styles.warning}>{warning}</span>}
        {...form.register('endpoint', { onChange: (event) => did.endpointChanged(event.target.value) })}
      />
      <KeyTest
        typed={trimmed(provider, typed)}
        askable={did.askable}
        toTry={isToTry(pasted, trimmed(provider, typed)) ? trimmed(provider, typed).config.apiKey : null}
      />
      <Controller
        control={form.control}
        name="model"
        render={({ field }) => (
          <ModelField
            {...field}
            typed={trimmed(provider, typed)}
            error={errors.model?.message}
            onChange={(model) => {
              field.onChange(model);
              did.recheck('model');
            }}
            onReplace={did.replaceModel}
          />
        )}
      />
      <DialogActions>
        <ForgetKey provider={provider} isSaved={bound !== null} onForgotten={did.keyForgotten} />
        <Button type="submit" tone={current ? 'plain' : 'accent'}>
          Save Changes
        </Button>
        {current && (
          <Button
            tone="accent"
            onClick={form.handleSubmit((fields) => onSave(trimmed(provider, { ...fields, model: current })))}
          >
            Save with {current}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}
