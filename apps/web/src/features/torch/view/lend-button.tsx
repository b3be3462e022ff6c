import type { Space } from '@polylogue/contract';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { Button, TorchIcon, useOpening } from '../../../ui/index.ts';
import { torchOf } from '../answering/wiring.ts';

export const lendDialog = lazy(() => import('./lend-dialog.tsx').then((file) => file.LendDialog));

interface LendButtonProps {
  space: Pick<Space, 'space_id' | 'name' | 'visibility'>;
  me: string;
}

/** Begins to lend to a space. Once it is lent to, the bar over the page says so and ends it. */
export function LendButton({ space, me }: LendButtonProps) {
  const isLending = useLive(torchOf(me).lends, (lends) => space.space_id in lends);
  const { Part: LendDialog, isOpen, setOpen, approaching } = useOpening(lendDialog, 'Lend your key');
  const target = { space, askers: {}, as: 'lent' as const, wants: null };
  return (
    <>
      {!isLending && (
        <Button small {...approaching} onClick={() => setOpen(true)}>
          <TorchIcon size={18} />
          Lend
        </Button>
      )}
      {LendDialog && <LendDialog target={target} me={me} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
