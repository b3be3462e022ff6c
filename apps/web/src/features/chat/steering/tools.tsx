import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { ChatSettingsIcon, IconButton, useOpening } from '../../../ui/index.ts';
import { useSetting } from '../../keys/index.ts';
import { hasChatSettings } from './chat-settings-store.ts';
import type { Choosing } from './choosing.ts';
import { ContextMeter, type ContextMeterProps } from './context-meter.tsx';
import { catalogue } from './model-catalogue.ts';
import { ProviderSwitch } from './provider-switch.tsx';
import styles from './tools.module.css';

// It shows what the catalogue knows about a model.
const dialog = lazy(async () => {
  const [file] = await Promise.all([import('./chat-settings-dialog.tsx'), catalogue.fetch()]);
  return file.ChatSettingsDialog;
});

export interface ToolsProps extends Omit<ContextMeterProps, 'catalogue' | 'setting'> {
  choosing: Choosing;
  onConfigure(): void;
}

/** The controls for the next answer, beside the text box. */
export function Tools({ settings, choosing, onConfigure, ...rest }: ToolsProps) {
  const setting = useSetting();
  const isSteered = useLive(settings, hasChatSettings);
  const known = useLazy(catalogue, true);
  const { Part: Settings, isOpen, setOpen, approaching } = useOpening(dialog, 'This chat’s settings');
  if (!setting) return null;
  const open = () => setOpen(true);

  return (
    <>
      <ProviderSwitch
        setting={setting}
        isSteered={isSteered}
        choosing={choosing}
        onChatSettings={open}
        onConfigure={onConfigure}
      />
      <IconButton
        label={isSteered ? 'Instructions: this chat has its own' : 'Instructions'}
        className={styles.settings}
        data-steered={isSteered || undefined}
        aria-haspopup="dialog"
        {...approaching}
        onClick={open}
      >
        <ChatSettingsIcon />
      </IconButton>
      {known && <ContextMeter settings={settings} setting={setting} catalogue={known} {...rest} />}
      {Settings && known && (
        <Settings
          open={isOpen}
          onOpenChange={setOpen}
          settings={settings}
          setting={setting}
          catalogue={known}
        />
      )}
    </>
  );
}
