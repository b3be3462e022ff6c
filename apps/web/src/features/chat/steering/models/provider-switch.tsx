import { useEffect, useEffectEvent, useRef } from 'react';
import { lazy } from '../../../../lib/lazy/lazy.ts';
import { ChevronDownIcon, classes, IconButton, useOpening } from '../../../../ui/index.ts';
import {
  ConnectionIcon,
  catalogue,
  connectionName,
  isChosen,
  type ProviderSetting,
  useModelName,
  useSavedProviders,
} from '../../../keys/index.ts';
import type { ModelChooser } from './model-chooser.ts';
import styles from './provider-switch.module.css';

// The picker needs the catalogue.
const picker = lazy(async () => {
  const [file] = await Promise.all([import('./model-picker.tsx'), catalogue.fetch()]);
  return file.ModelPicker;
});

interface ProviderSwitchProps {
  setting: ProviderSetting;
  /** Whether this chat has settings of its own. */
  hasOwnSettings: boolean;
  modelChooser: ModelChooser;
  onChatSettings(): void;
  onConfigure(): void;
}

/** Shows who answers the next question, with the alternatives one click away. */
export function ProviderSwitch(props: ProviderSwitchProps) {
  const { setting, hasOwnSettings, modelChooser, onChatSettings, onConfigure } = props;
  const button = useRef<HTMLButtonElement>(null);
  const saved = useSavedProviders();
  const { type, config } = setting;
  const model = useModelName()(type, config.model);
  const { Part, isOpen, setOpen, approaching } = useOpening(picker, 'The list of models');
  const known = catalogue.loaded();

  const open = useEffectEvent(() => {
    if (saved.length === 0) return false;
    setOpen(true);
    return true;
  });
  useEffect(() => modelChooser.register(() => open()), [modelChooser]);

  return (
    <>
      <IconButton
        ref={button}
        label={`Provider and model: ${connectionName(type, config.endpoint)}, ${model}${hasOwnSettings ? '. This conversation has its own instructions' : ''}`}
        className={classes(styles.button, hasOwnSettings && styles.steered)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...approaching}
        onClick={() => setOpen(!isOpen)}
      >
        <ConnectionIcon provider={type} endpoint={config.endpoint} size={18} />
        <span className={styles.model} data-model>
          {model}
        </span>
        <ChevronDownIcon size={14} />
      </IconButton>
      {Part && known && (
        <Part
          setting={setting}
          saved={saved}
          chosen={saved.find((one) => isChosen(one, setting))}
          catalogue={known}
          isOpen={isOpen}
          onOpenChange={setOpen}
          anchor={button}
          onChatSettings={onChatSettings}
          onConfigure={onConfigure}
        />
      )}
    </>
  );
}
