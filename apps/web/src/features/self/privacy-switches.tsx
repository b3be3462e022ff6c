import type { Me } from '@polylogue/contract';
import { toast } from '../../ui/index.ts';
import { Switch } from '../../ui/switch/index.ts';
import { ModelError, reasonOf } from '../person/index.ts';
import styles from './privacy-switches.module.css';
import { type SwitchName, switchesOf } from './switches.ts';
import { usePrivacy } from './use-privacy.ts';

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
