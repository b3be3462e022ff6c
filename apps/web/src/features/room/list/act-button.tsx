import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/index.ts';

/** Busy until the server has answered. */
export function ActButton({
  act,
  children,
  'aria-describedby': description,
}: {
  act(): Promise<void>;
  children: ReactNode;
  'aria-describedby'?: string;
}) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      small
      busy={isBusy}
      aria-describedby={description}
      onClick={() => {
        setBusy(true);
        void act().finally(() => setBusy(false));
      }}
    >
      {children}
    </Button>
  );
}
