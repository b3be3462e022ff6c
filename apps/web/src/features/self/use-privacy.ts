import type { PrivacySettings } from '@polylogue/contract';
import { useRef, useState } from 'react';
import { updateMe } from '../person/index.ts';

/**
 * The switches as the person wants them, at once; what the server refuses goes back. Presses in quick succession reach
 * the server one after another, so that the last one counts.
 */
export function usePrivacy(saved: PrivacySettings) {
  const [wished, setWished] = useState<Partial<PrivacySettings>>({});
  const line = useRef(Promise.resolve());

  function set(change: Partial<PrivacySettings>): Promise<void> {
    setWished((wished) => ({ ...wished, ...change }));
    const told = line.current.then(async () => {
      await updateMe({ privacy_settings: change });
    });
    // From here on what the server knows is shown, unless it was pressed again meanwhile.
    const settle = () => setWished((wished) => without(wished, change));
    line.current = told.then(settle, settle);
    return told;
  }

  return { shown: { ...saved, ...wished }, set };
}

function without(wished: Partial<PrivacySettings>, done: Partial<PrivacySettings>): Partial<PrivacySettings> {
  const left = Object.entries(wished).filter(
    ([name, value]) => done[name as keyof PrivacySettings] !== value,
  );
  return Object.fromEntries(left);
}
