import type { ProviderSetting } from '@polylogue/providers';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { DialogActions } from '../../../ui/dialog/index.ts';
import { Button } from '../../../ui/index.ts';
import { dueAt } from '../due.ts';
import { rememberListed } from '../listed.ts';
import styles from './configuration.module.css';
import type { Drafts } from './drafts.ts';
import { EndpointField } from './endpoint-field.tsx';
import { findModels, type Tried, versionedEndpoint } from './find-models.ts';
import { ForgetKey } from './forget-key.tsx';
import { KeyField } from './key-field.tsx';
import { KeyTest } from './key-test.tsx';
import { ModelField } from './model-field.tsx';
import { type Pasted, shouldTry } from './pasted.ts';
import { isOwnServer, type Place } from './place.ts';
import { trimmed, useProviderForm } from './use-provider-form.ts';

/** How long to wait for models before a bare address is saved as typed, in ms. */
const patience = 4_000;

interface ProviderFormProps {
  place: Place;
  /** No key is saved in this browser yet. */
  isFirst: boolean;
  /** Requests the models immediately. */
  isEager: boolean;
  /** Stores what is typed until it is saved. */
  drafts: Drafts;
  /** The last pasted key. */
  pasted: Pasted | null;
  /** Called when a whole key is pasted and its format identifies its provider. `isHere`: it belongs to this form. */
  onPaste(pasted: Pasted, isHere: boolean): void;
  /** `tried`: what answered at a new address, if it was tried. */
  onSave(setting: ProviderSetting, tried?: Tried): void;
}

/** Key, endpoint and model of one place. */
export function ProviderForm({
  place,
  isFirst,
  isEager,
  drafts,
  pasted,
  onPaste,
  onSave,
}: ProviderFormProps) {
  const { type: provider } = place;
  const form = useProviderForm(place, drafts, pasted, onPaste);
  const { typed, errors, inputs, bound } = form;
  const [isBusy, setBusy] = useState(false);
  const saving = useRef<AbortController | null>(null);
  useEffect(() => () => saving.current?.abort(), []);
  const setting = trimmed(provider, typed);
  // Of a server of one's own the address comes first: often there is no key at all.
  const isOwn = isOwnServer(place);
  const key = (
    <KeyField
      ref={inputs.apiKey}
      place={place}
      typed={typed}
      bound={bound}
      error={errors.apiKey}
      onChange={form.changeKey}
    />
  );
  const toTry = shouldTry(pasted, setting) ? setting.config.apiKey : null;

  /** Tries a new address, and replaces a bare one with the one that answers. */
  async function save(setting: ProviderSetting | null) {
    if (isBusy || !setting) return;
    const isNew = form.isNewAddress(setting);
    if (dueAt(setting) !== 'now' || (!isNew && versionedEndpoint(setting) === null)) return onSave(setting);
    setBusy(true);
    const own = new AbortController();
    saving.current = own;
    const signal = AbortSignal.any([own.signal, AbortSignal.timeout(patience)]);
    const { setting: found, listing } = await findModels(setting, signal);
    saving.current = null;
    setBusy(false);
    // Called off: the form was closed, or something else typed.
    if (own.signal.aborted || ![setting, found].some(form.isTyped)) return;
    if (listing.ok && listing.models.length > 0) rememberListed(found, listing.models);
    onSave(found, isNew ? { listing: signal.aborted ? null : listing } : undefined);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save(form.submitted());
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {form.isUnsavedDraft && (
        <p className={styles.note}>
          What you typed here is not saved yet.
          <Button small tone="quiet" onClick={form.startOver}>
            Start over
          </Button>
        </p>
      )}
      {!isOwn && key}
      <EndpointField
        ref={inputs.endpoint}
        typed={typed}
        corrected={form.corrected}
        error={errors.endpoint}
        onChange={form.changeEndpoint}
        onDone={form.correctEndpoint}
      />
      <ModelField
        ref={inputs.model}
        value={typed.model}
        typed={setting}
        error={errors.model}
        isPreset={place.preset !== undefined}
        // They would cover the note.
        isQuiet={form.corrected !== null}
        onChange={form.changeModel}
        onReplace={form.replaceModel}
      />
      {isOwn && key}
      <KeyTest
        typed={setting}
        validSetting={form.validSetting}
        toTry={isEager ? 'none' : toTry}
        // What is being saved stays as it was typed.
        onListed={(...listed) => saving.current || form.listed(...listed)}
      />
      {isFirst && !isOwn && (
        <p className={styles.paying}>
          <strong>You pay your provider.</strong> It charges you for every message and handles what you send
          under its own terms. You accept this when you save.
        </p>
      )}
      <DialogActions>
        <ForgetKey provider={provider} origin={bound?.origin ?? null} onForgotten={form.keyForgotten} />
        <Button type="submit" tone="accent" busy={isBusy}>
          Save Changes
        </Button>
      </DialogActions>
    </form>
  );
}
