import { useEffect, useState } from 'react';
import { whenIdle } from '../../lib/idle.ts';
import { later } from '../../lib/later.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { ApiConfigurationProps } from './dialog/configuration-dialog.tsx';

const dialog = later(() =>
  import('./dialog/configuration-dialog.tsx').then((file) => file.ConfigurationDialog),
);

/** The API Configuration dialog. Its code comes once somebody uses the page, or at the latest when it is opened. */
export function ApiConfiguration({ open, onOpenChange, onSaved }: ApiConfigurationProps) {
  const [, arrived] = useState(false);
  useEffect(fetchOnceUsed, []);

  useEffect(() => {
    if (!open || dialog.now()) return;
    let isWanted = true;
    dialog.fetch().then(
      () => isWanted && arrived(true),
      () => {
        if (!isWanted) return;
        onOpenChange(false);
        toast({
          tone: 'destructive',
          title: 'Settings could not be loaded',
          text: 'Check your internet connection, then open them again',
        });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [open, onOpenChange]);

  const Dialog = dialog.now();
  return Dialog && <Dialog open={open} onOpenChange={onOpenChange} onSaved={onSaved} />;
}

// Not with the page itself: reading this code would hold up the first screen of a slow machine.
function fetchOnceUsed() {
  const signs = new AbortController();
  let callOff = () => {};
  function used() {
    signs.abort();
    callOff = whenIdle(() => void dialog.fetch().catch(() => undefined));
  }
  for (const sign of ['pointermove', 'pointerdown', 'keydown']) {
    addEventListener(sign, used, { passive: true, signal: signs.signal });
  }
  return () => {
    signs.abort();
    callOff();
  };
}
