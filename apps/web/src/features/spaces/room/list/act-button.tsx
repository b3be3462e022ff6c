import { type ReactNode, useState } from 'react';
import { Button } from '../../../../ui/index.ts';

/** Busy until the server has answered. */
export function ActButton({ act, children }: { act(): Promise<void>; children: ReactNode }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      small
      busy={isBusy}
      onClick={() => {
        setBusy(true);
        void act().finally(() => setBusy(false));
      }}
    >
      {children}
    </Button>
  );
}
