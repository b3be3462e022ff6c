import { useState } from 'react';
import { later } from '../../../lib/later.ts';
import { useLater } from '../../../lib/use-later.ts';
import { useLive } from '../../../lib/use-live.ts';
import { ChatSettingsIcon, IconButton } from '../../../ui/index.ts';
import { useSetting } from '../../keys/index.ts';
import type { Choosing } from './choosing.ts';
import { ContextMeter, type ContextMeterProps } from './context-meter.tsx';
import { lore } from './lore.ts';
import { ProviderSwitch } from './provider-switch.tsx';
import styles from './tools.module.css';
import { hasWishes } from './wishes.ts';

const dialog = later(() => import('./chat-settings.tsx').then((file) => file.ChatSettings));
const approach = () => void dialog.fetch().catch(() => undefined);

export interface ToolsProps extends Omit<ContextMeterProps, 'lore' | 'setting'> {
  choosing: Choosing;
  onConfigure(): void;
}

/** What steers the next answer, beside the text box. */
export function Tools({ wishes, choosing, onConfigure, ...rest }: ToolsProps) {
  const setting = useSetting();
  const isWished = useLive(wishes, hasWishes);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const known = useLater(lore, true);
  const Settings = useLater(dialog, wasOpened);
  if (!setting) return null;

  function open() {
    setOpened(true);
    setOpen(true);
  }

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
        onPointerEnter={approach}
        onFocus={approach}
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
