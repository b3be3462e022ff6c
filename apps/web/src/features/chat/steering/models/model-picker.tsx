import { type RefObject, useState } from 'react';
import { counted } from '../../../../lib/text/counts.ts';
import { Button, ChatSettingsIcon, SettingsIcon, toast } from '../../../../ui/index.ts';
import { Picker } from '../../../../ui/picker/index.ts';
import {
  ConnectionIcon,
  listedBy,
  type ModelCatalogue,
  type ProviderSetting,
  providerOf,
  type SavedProvider,
  storageWarning,
  switchTo,
} from '../../../keys/index.ts';
import { groupLabels, modelsOf } from './model-groups.ts';
import styles from './model-picker.module.css';
import { modelId, type PickerChoice, pickerGroups } from './picker-groups.ts';
import { useListings } from './use-listings.ts';

export interface ModelPickerProps {
  setting: ProviderSetting;
  saved: readonly SavedProvider[];
  /** The connection in use, if it can be asked. */
  chosen: SavedProvider | undefined;
  catalogue: ModelCatalogue;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  anchor: RefObject<HTMLElement | null>;
  onChatSettings(): void;
  onConfigure(): void;
}

/** Every model of every saved connection, to search and to choose from. */
export function ModelPicker(props: ModelPickerProps) {
  const { setting, saved, chosen, catalogue, isOpen, onOpenChange, anchor } = props;
  const [text, setText] = useState('');
  const { stateOf, list } = useListings(saved, isOpen);
  const [now] = useState(Date.now);
  // The one in use comes first.
  const sorted = chosen ? [chosen, ...saved.filter((one) => one !== chosen)] : saved;
  const labels = groupLabels(sorted, ({ provider }) => providerOf(provider).company);
  const all = sorted.map((connection, at) => ({
    connection,
    label: labels[at] ?? connection.name,
    models: modelsOf(connection, listedBy(connection), catalogue, now),
  }));
  const groups = pickerGroups({ groups: all, text, chosen, stateOf });
  const rows = groups.flatMap(({ items }) => items);
  const inUse = chosen && modelId(chosen, setting.config.model);

  function change(open: boolean) {
    setText('');
    onOpenChange(open);
  }
  function away(act: () => void) {
    change(false);
    act();
  }
  function pick(row: PickerChoice) {
    if (row.action === 'list') return void list(row.connection);
    if (row.action === 'configure') return away(props.onConfigure);
    const { provider, origin, name } = row.connection;
    const saved = switchTo({ provider, origin, model: row.model });
    change(false);
    // The button already shows the new model; only a storage problem needs a message.
    const words = saved && storageWarning(saved);
    if (words)
      toast({ title: `Now using ${name} · ${catalogue.modelName(provider, row.model)}`, text: words });
  }

  return (
    <Picker
      title="Models"
      searchLabel="Search models, or type a name"
      isOpen={isOpen}
      onOpenChange={change}
      anchor={anchor}
      text={text}
      onText={setText}
      groups={groups.map(({ connection, ...group }) => ({
        ...group,
        icon: <ConnectionIcon provider={connection.provider} endpoint={connection.origin} size={16} />,
      }))}
      chosen={rows.find(({ id }) => id === inUse) ?? null}
      onPick={pick}
      nothing="No model has this name."
      status={`${counted(rows.length)} found`}
      foot={
        <>
          <Button small tone="quiet" onClick={() => away(props.onChatSettings)}>
            <ChatSettingsIcon size={18} />
            Instructions…
          </Button>
          <Button small tone="quiet" onClick={() => away(props.onConfigure)}>
            <SettingsIcon size={18} />
            Models &amp; keys…
          </Button>
          {all.some(({ models }) => models.some(({ summary }) => summary.price)) && (
            <span className={styles.unit}>$ per million tokens</span>
          )}
        </>
      }
    />
  );
}
