import type { Space } from '@polylogue/contract';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { Button, TorchIcon, useOpening } from '../../ui/index.ts';
import styles from './lend-button.module.css';
import { torchOf } from './wiring.ts';

export const lendDialog = lazy(() => import('./lend-dialog.tsx').then((file) => file.LendDialog));

interface LendButtonProps {
  space: Pick<Space, 'space_id' | 'name' | 'visibility'>;
  me: string;
}

/** Starts or ends lending to a space. */
export function LendButton({ space, me }: LendButtonProps) {
  const torch = torchOf(me);
  const isLending = useLive(torch.lends, (lends) => space.space_id in lends);
  const { Part: LendDialog, isOpen, setOpen } = useOpening(lendDialog, 'Lend your key');
  const words = isLending ? 'Stop lending' : 'Lend';
  return (
    <>
      <Button
        small
        aria-label={words}
        onClick={() => (isLending ? torch.end(space.space_id) : setOpen(true))}
      >
        <TorchIcon size={18} />
        <span className={styles.words}>{words}</span>
      </Button>
      {LendDialog && <LendDialog space={space} me={me} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
