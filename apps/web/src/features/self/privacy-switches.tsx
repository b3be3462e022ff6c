import type { Me, PrivacySettings } from '@polylogue/contract';
import { useRef, useState } from 'react';
import { toast } from '../../ui/index.ts';
import { Switch } from '../../ui/switch/index.ts';
import { ModelError, reasonOf, updateMe } from '../person/index.ts';
import styles from './privacy-switches.module.css';
import { type SwitchName, switchesOf } from './switches.ts';

interface PrivacySwitchesProps {
  me: Pick<Me, 'privacy_settings' | 'email_verified' | 'can'>;
  /** With short descriptions. */
  isShort?: boolean;
}

/** Who may see, find and invite the member: each takes effect immediately and can be undone. */
export function PrivacySwitches({ me, isShort = false }: PrivacySwitchesProps) {
  const { shown, set } = usePrivacy(me.privacy_settings);
  const switches = switchesOf(me);

  async function change(name: SwitchName, to: boolean, isUndo = false) {
    const says = switches.find((each) => each.name === name);
    try {
      await set(name, to);
      toast({
        title: (to ? says?.on : says?.off) ?? '',
        ...(!isUndo && { action: { label: 'Undo', act: () => void change(name, !to, true) } }),
      });
    } catch (error) {
      toast({
        tone: 'destructive',
        title: error instanceof ModelError ? error.message : 'Failed to update user data',
        text: reasonOf(error),
        action: { label: 'Try again', act: () => void change(name, to) },
      });
    }
  }

  return (
    <div className={styles.switches}>
      {switches.map(({ name, label, says, short }) => (
        <Switch
          key={name}
          label={label}
          hint={isShort ? short : says}
          checked={shown[name]}
          onChange={(checked) => void change(name, checked)}
        />
      ))}
    </div>
  );
}

/**
 * The switches as the member set them, optimistically; what the server refuses is undone. Presses in quick succession reach
 * the server one after another, so that the last one counts.
 */
function usePrivacy(saved: PrivacySettings) {
  const [pending, setPending] = useState<Partial<PrivacySettings>>({});
  const line = useRef(Promise.resolve());
  /** How often each was pressed. */
  const presses = useRef<Partial<Record<SwitchName, number>>>({});

  function set(name: SwitchName, to: boolean): Promise<void> {
    const press = (presses.current[name] ?? 0) + 1;
    presses.current[name] = press;
    setPending((pending) => ({ ...pending, [name]: to }));
    const saving = line.current.then(async () => {
      await updateMe({ privacy_settings: { [name]: to } });
    });
    // From here on the server's state is shown, unless it was pressed again meanwhile.
    const settle = () => {
      if (presses.current[name] !== press) return;
      setPending(({ [name]: _, ...others }) => others);
    };
    line.current = saving.then(settle, settle);
    return saving;
  }

  return { shown: { ...saved, ...pending }, set };
}
