import { useEffect, useState } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { ApiConfigurationProps } from './dialog/configuration-dialog.tsx';

const dialog = lazy(() =>
  import('./dialog/configuration-dialog.tsx').then((file) => file.ConfigurationDialog),
);

/** The API Configuration dialog. Its code is loaded shortly before it is opened. */
export function ApiConfiguration(props: ApiConfigurationProps) {
  const { open, onOpenChange } = props;
  const [, arrived] = useState(false);

  useEffect(() => {
    if (!open || dialog.loaded()) return;
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

  const Dialog = dialog.loaded();
  return Dialog && <Dialog {...props} />;
}

/** Call this when the pointer or the focus reaches a control that opens the dialog. */
export function prepareConfiguration(): void {
  // Not with the page itself: reading this code would hold up the first screen, or typing, on a slow machine.
  dialog.fetch().catch(() => undefined);
}
