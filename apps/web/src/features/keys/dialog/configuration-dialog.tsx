import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import * as known from '@polylogue/providers/known-models';
import { useState } from 'react';
import { Dialog, DialogTitle } from '../../../ui/dialog/index.ts';
import { ToggleGroup, toast } from '../../../ui/index.ts';
import { providerNames } from '../catalog.ts';
import { listedAt } from '../listed.ts';
import { factsOf } from '../model-info.ts';
import { ProviderIcon } from '../provider-icon.tsx';
import { storageWarning } from '../storage-warning.ts';
import { settings, storeModelInfo } from '../wiring.ts';
import { beginning } from './beginning.ts';
import styles from './configuration.module.css';
import { openDrafts } from './drafts.ts';
import { fieldsFor, type Pasted } from './pasted.ts';
import { ProviderForm } from './provider-form.tsx';
import { savedToast, unsupportedWords } from './words.ts';

/** What the chat hands to the dialog. */
export interface ApiConfigurationProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** After the entries are written: the provider now in use. */
  onSaved: (provider: ProviderName) => void;
}

const drafts = openDrafts();

export function ConfigurationDialog({ open, onOpenChange, onSaved }: ApiConfigurationProps) {
  function save(setting: ProviderSetting) {
    const { type, config } = setting;
    const result = settings.save(setting);
    const listed = listedAt(setting)?.find(({ id }) => id === config.model);
    storeModelInfo(factsOf(known, type, config.model, listed));
    drafts.drop(type);
    onOpenChange(false);
    toast(savedToast(type, result));
    onSaved(type);
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>API Configuration</DialogTitle>
      <Configuration onSave={save} />
    </Dialog>
  );
}

/** Made anew each time the dialog opens. */
function Configuration({ onSave }: { onSave(setting: ProviderSetting): void }) {
  const [provider, choose] = useState<ProviderName>(
    () => drafts.latest() ?? settings.read()?.type ?? 'gemini',
  );
  const [pasted, setPasted] = useState<Pasted | null>(null);

  function paste(key: Pasted) {
    const began = beginning(settings, key.provider);
    if (key.provider !== provider) drafts.keep(key.provider, fieldsFor(key, began), began);
    setPasted(key);
    choose(key.provider);
  }

  const notes = [unsupportedWords(settings.stored()), storageWarning(settings.lastSave())].filter(
    (note) => note !== null,
  );
  return (
    <>
      {notes.map((note) => (
        <p key={note} className={styles.warning}>
          {note}
        </p>
      ))}
      <ToggleGroup<ProviderName>
        label="Provider"
        choices={choices}
        value={provider}
        onChange={(name) => {
          setPasted(null);
          choose(name);
        }}
      />
      <ProviderForm
        key={provider}
        provider={provider}
        drafts={drafts}
        pasted={pasted}
        onPaste={paste}
        onSave={onSave}
      />
    </>
  );
}

const choices = providerNames.map((name) => ({
  value: name,
  label: name,
  icon: <ProviderIcon provider={name} />,
}));
