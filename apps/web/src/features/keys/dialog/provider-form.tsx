import type { ProviderSetting } from '@polylogue/providers';
import { currentModel, isRetired } from '@polylogue/providers/retirement';
import { type FocusEvent, type SubmitEvent, useState } from 'react';
import { Controller } from 'react-hook-form';
import { DialogActions } from '../../../ui/dialog/index.ts';
import { Button, MaskedField, TextField } from '../../../ui/index.ts';
import { providerOf } from '../catalog.ts';
import { dueAt, rememberListed } from '../listed.ts';
import { presetOf, presets } from '../presets.ts';
import styles from './configuration.module.css';
import type { Drafts } from './drafts.ts';
import { findModels, type Tried, versionedEndpoint } from './find-models.ts';
import { ForgetKey } from './forget-key.tsx';
import { KeyTest } from './key-test.tsx';
import { ModelField } from './model-field.tsx';
import { type Pasted, shouldTry } from './pasted.ts';
import type { Place } from './place.ts';
import { trimmed, useProviderForm } from './use-provider-form.ts';
import { correctedWords, endpointWarning, keyHints, keyPage } from './words.ts';

/** How long to wait for models before a bare address is saved as typed, in ms. */
const patience = 4_000;

interface ProviderFormProps {
  place: Place;
  /** Requests the models immediately. */
  isEager: boolean;
  /** Stores what is typed until it is saved. */
  drafts: Drafts;
  /** The last pasted key. */
  pasted: Pasted | null;
  /** Called when a whole key is pasted and its format identifies its provider. */
  onPaste(pasted: Pasted): void;
  /** `tried`: what answered at a new address, if it was tried. */
  onSave(setting: ProviderSetting, tried?: Tried): void;
}

/** Key, endpoint and model of one place. */
export function ProviderForm({ place, isEager, drafts, pasted, onPaste, onSave }: ProviderFormProps) {
  const { type: provider } = place;
  const { form, typed, errors, bound, ...actions } = useProviderForm(place, drafts, pasted, onPaste);
  const [isBusy, setBusy] = useState(false);
  const preset = presetOf(provider, typed.endpoint) ?? (place.preset ? presets[place.preset] : null);
  const { company, keyLooksLike } = preset
    ? { company: preset.displayName, keyLooksLike: preset.apiKey || undefined }
    : providerOf(provider);
  const page = preset ? preset.keyPage : keyPage(provider, typed.endpoint);
  const isGone = !preset && isRetired(provider, typed.model, new Date());
  const current = isGone ? currentModel(provider, typed.model) : null;
  const toTry = shouldTry(pasted, trimmed(provider, typed)) ? trimmed(provider, typed).config.apiKey : null;
  const warning = endpointWarning(typed.endpoint, typed.apiKey, location.protocol);
  const correction = actions.corrected && correctedWords(actions.corrected, typed.endpoint);

  /** Tries a new address, and replaces a bare one with the one that answers. */
  async function save(setting: ProviderSetting) {
    if (isBusy) return;
    const isNew = actions.isNewAddress(setting) && dueAt(setting) === 'now';
    if (!isNew && versionedEndpoint(setting) === null) return onSave(setting);
    setBusy(true);
    const signal = AbortSignal.timeout(patience);
    const { setting: found, listing } = await findModels(setting, signal);
    setBusy(false);
    if (listing.ok && listing.models.length > 0) rememberListed(found, listing.models);
    onSave(found, isNew ? { listing: signal.aborted ? null : listing } : undefined);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    actions.correctEndpoint();
    void form.handleSubmit((fields) => save(trimmed(provider, fields)))(event);
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {actions.isUnsavedDraft && (
        <p className={styles.note}>
          What you typed here is not saved yet.
          <Button small tone="quiet" onClick={actions.startOver}>
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
          {...form.register('apiKey', { onChange: (event) => actions.keyChanged(event.target.value) })}
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
        hint={
          (correction || warning) && (
            <>
              {correction && (
                <span role="status" className={styles.line}>
                  {correction}
                </span>
              )}
              {warning && <span className={styles.warning}>{warning}</span>}
            </>
          )
        }
        {...form.register('endpoint', {
          onChange: (event) => actions.endpointChanged(event.target.value),
          // Not before a press on a button: the note would move the button away.
          onBlur: ({ relatedTarget }: FocusEvent) => {
            if (relatedTarget instanceof HTMLInputElement) actions.correctEndpoint();
          },
        })}
      />
      <KeyTest
        typed={trimmed(provider, typed)}
        validSetting={actions.validSetting}
        toTry={isEager ? 'none' : toTry}
        onListed={actions.listed}
      />
      <Controller
        control={form.control}
        name="model"
        render={({ field }) => (
          <ModelField
            {...field}
            typed={trimmed(provider, typed)}
            error={errors.model?.message}
            isPreset={place.preset !== undefined}
            // They would cover the note.
            isQuiet={correction !== null}
            onChange={(model) => {
              field.onChange(model);
              actions.recheck('model');
            }}
            onReplace={actions.replaceModel}
          />
        )}
      />
      <DialogActions>
        <ForgetKey provider={provider} origin={bound?.origin ?? null} onForgotten={actions.keyForgotten} />
        <Button type="submit" tone={current ? 'plain' : 'accent'} busy={isBusy}>
          Save Changes
        </Button>
        {current && (
          <Button
            tone="accent"
            onClick={form.handleSubmit((fields) => save(trimmed(provider, { ...fields, model: current })))}
          >
            Save with {current}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}
