import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import * as known from '@polylogue/providers/known-models';
import { useState } from 'react';
import type { AskedAt } from '../../../lib/state/connect-requested.ts';
import { firstKeyEntry } from '../../../lib/state/first-key-entry.ts';
import { tabStorage } from '../../../lib/state/storage.ts';
import { Dialog, DialogTitle } from '../../../ui/dialog/index.ts';
import { ToggleGroup, toast } from '../../../ui/index.ts';
import { providerNames, providerOf } from '../catalog.ts';
import { listedAt } from '../listed.ts';
import { Mark } from '../mark.tsx';
import { factsOf } from '../model-info.ts';
import { type PresetName, presetNames, presets } from '../presets.ts';
import { storageWarning } from '../storage-warning.ts';
import { settings, storeModelInfo } from '../wiring.ts';
import styles from './configuration.module.css';
import { openDrafts } from './drafts.ts';
import type { Tried } from './find-models.ts';
import { initialFields } from './initial-fields.ts';
import { fieldsFor, type Pasted } from './pasted.ts';
import { type Place, placeAsked, placeFor, placeId, placeOf } from './place.ts';
import { ProviderForm } from './provider-form.tsx';
import { SavedConnections } from './saved-connections.tsx';
import { savedToast, unsupportedWords } from './words.ts';

/** What the chat passes to the dialog. */
export interface ApiConfigurationProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The connection to begin with; by default the one in use. */
  at?: AskedAt | boolean | null;
  /** Called after the entries are written, with the provider now in use. */
  onSaved: (provider: ProviderName) => void;
}

const drafts = openDrafts();

export function ConfigurationDialog({ open, onOpenChange, at = null, onSaved }: ApiConfigurationProps) {
  function save(setting: ProviderSetting, place: Place, tried?: Tried) {
    const { type, config } = setting;
    if (settings.saved().length === 0) tabStorage.write(firstKeyEntry, '1');
    const result = settings.save(setting);
    const listed = listedAt(setting)?.find(({ id }) => id === config.model);
    storeModelInfo(factsOf(known, type, config.model, listed));
    drafts.drop(place);
    onOpenChange(false);
    toast(savedToast(setting, result, tried));
    onSaved(type);
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>API Configuration</DialogTitle>
      <Configuration at={at} onSave={save} />
    </Dialog>
  );
}

interface ConfigurationProps extends Required<Pick<ApiConfigurationProps, 'at'>> {
  onSave(setting: ProviderSetting, place: Place, tried?: Tried): void;
}

/** Mounted again each time the dialog opens. */
function Configuration({ at, onSave }: ConfigurationProps) {
  const [place, choose] = useState<Place>(() => (at && at !== true && placeAsked(at, settings)) || beginAt());
  const [isFirst] = useState(() => settings.read() === null);
  const [isEager, setEager] = useState(false);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const { type, preset, origin } = place;
  // Of another server only if choosing the provider leads there.
  const isProvider = !preset && (!origin || placeId(place) === placeId(placeFor(type, settings, drafts)));

  function pick(next: Place, isEager = false) {
    setPasted(null);
    setEager(isEager);
    choose(next);
  }

  function paste(key: Pasted, isHere: boolean) {
    setPasted(key);
    if (isHere) return;
    const other: Place = { type: key.provider };
    const initial = initialFields(settings, other);
    drafts.store(other, fieldsFor(key, initial), initial);
    setEager(false);
    choose(other);
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
      <SavedConnections place={place} onChoose={pick} />
      <div className={styles.places}>
        <ToggleGroup<ProviderName | ''>
          label="Provider"
          choices={choices}
          value={isProvider ? type : ''}
          onChange={(name) => name && pick(placeFor(name, settings, drafts))}
        />
        <ToggleGroup<PresetName | ''>
          label="Or a server that speaks OpenAI’s format"
          choices={servers}
          value={preset ?? ''}
          // No key to wait for: the models are requested immediately.
          onChange={(name) => name && pick({ type: 'openai', preset: name }, presets[name].apiKey === 'none')}
        />
      </div>
      <ProviderForm
        key={placeId(place)}
        place={place}
        isFirst={isFirst}
        isEager={isEager}
        drafts={drafts}
        pasted={pasted}
        onPaste={paste}
        onSave={(setting, tried) => onSave(setting, place, tried)}
      />
    </>
  );
}

/** The place with unsaved typing, otherwise the one in use. */
function beginAt(): Place {
  const setting = settings.read();
  return (
    drafts.latest() ?? (setting ? placeOf({ type: setting.type, ...setting.config }) : { type: 'gemini' })
  );
}

const choices = providerNames.map((name) => ({
  value: name,
  label: providerOf(name).brand,
  icon: <Mark of={name} />,
}));

const servers = presetNames.map((name) => ({
  value: name,
  label: presets[name].displayName,
  icon: <Mark of={name} />,
}));
