import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { ChatSettingsIcon, IconButton, useOpening } from '../../../ui/index.ts';
import { useSetting } from '../../keys/index.ts';
import type { Choosing } from './choosing.ts';
import { ContextMeter, type ContextMeterProps } from './context-meter.tsx';
import { lore } from './lore.ts';
import { ProviderSwitch } from './provider-switch.tsx';
import styles from './tools.module.css';
import { hasWishes } from './wishes.ts';

// What it shows of a model must be known.
const dialog = lazy(async () => {
  const [file] = await Promise.all([import('./chat-settings.tsx'), lore.fetch()]);
  return file.ChatSettings;
});

export interface ToolsProps extends Omit<ContextMeterProps, 'lore' | 'setting'> {
  choosing: Choosing;
  onConfigure(): void;
}

/** What steers the next answer, beside the text box. */
export function Tools({ wishes, choosing, onConfigure, ...rest }: ToolsProps) {
  const setting = useSetting();
  const isWished = useLive(wishes, hasWishes);
  const known = useLazy(lore, true);
  const { Part: Settings, isOpen, setOpen, approaching } = useOpening(dialog, 'This chat’s settings');
  if (!setting) return null;
  const open = () => setOpen(true);

  return (
    <>
      <ProviderSwitch
        setting={setting}
        isWished={isWished}
        choosing={choosing}
        onChatSettings={open}
        onConfigure={onConfigure}
      />
      <IconButton
        label={isWished ? 'This chat: settings of your own' : 'This chat'}
        className={styles.settings}
        data-wished={isWished || undefined}
        aria-haspopup="dialog"
        {...approaching}
        onClick={open}
      >
        <ChatSettingsIcon />
      </IconButton>
      {known && <ContextMeter wishes={wishes} setting={setting} lore={known} {...rest} />}
      {Settings && known && (
        <Settings open={isOpen} onOpenChange={setOpen} wishes={wishes} setting={setting} lore={known} />
      )}
    </>
  );
}
