import type { PrivacySettings } from '@polylogue/contract';
import { useRef, useState } from 'react';
import { updateMe } from '../person/index.ts';
import type { SwitchName } from './switches.ts';

/**
 * The switches as the member set them, optimistically; what the server refuses is undone. Presses in quick succession reach
 * the server one after another, so that the last one counts.
 */
export function usePrivacy(saved: PrivacySettings) {
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
