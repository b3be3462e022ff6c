import { useEffect, useEffectEvent, useRef } from 'react';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { ChevronDownIcon, classes, IconButton, useOpening } from '../../../ui/index.ts';
import {
  ConnectionIcon,
  connectionName,
  isChosen,
  type ProviderSetting,
  useSavedProviders,
} from '../../keys/index.ts';
import type { Choosing } from './choosing.ts';
import { catalogue } from './model-catalogue.ts';
import styles from './provider-switch.module.css';

// It shows what the catalogue knows about a model.
const picker = lazy(async () => {
  const [file] = await Promise.all([import('./model-picker.tsx'), catalogue.fetch()]);
  return file.ModelPicker;
});

interface ProviderSwitchProps {
  setting: ProviderSetting;
  /** Whether this chat has settings of its own. */
  isSteered: boolean;
  choosing: Choosing;
  onChatSettings(): void;
  onConfigure(): void;
}

/** Shows who answers the next question, with the alternatives one press away. */
export function ProviderSwitch(props: ProviderSwitchProps) {
  const { setting, isSteered, choosing, onChatSettings, onConfigure } = props;
  const button = useRef<HTMLButtonElement>(null);
  const saved = useSavedProviders();
  const { type, config } = setting;
  const { Part, isOpen, setOpen, approaching } = useOpening(picker, 'The list of models');
  const known = catalogue.now();

  const offered = useEffectEvent(() => {
    if (saved.length === 0) return false;
    setOpen(true);
    return true;
  });
  useEffect(() => choosing.offer(() => offered()), [choosing]);

  return (
    <>
      <IconButton
        ref={button}
        label={`Provider and model: ${connectionName(type, config.endpoint)}, ${config.model}${isSteered ? '. This chat has its own instructions' : ''}`}
        className={classes(styles.button, isSteered && styles.steered)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...approaching}
        onClick={() => setOpen(!isOpen)}
      >
        <ConnectionIcon provider={type} endpoint={config.endpoint} size={18} />
        <span className={styles.model} data-model>
          {config.model}
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
