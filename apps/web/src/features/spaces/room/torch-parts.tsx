import { useEffect } from 'react';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { lendDialog, torchOf, useOwnProvider } from '../../torch/index.ts';

// What of a room needs the keys of this browser: fetched once the room is shown.

export { LendButton } from '../../torch/index.ts';
export { BeforeTurn } from './before-turn.tsx';

interface OwnTorchProps {
  id: string;
  me: string;
  onProvider(provider: string | null): void;
}

/** Answers in this space for as long as it is open, and tells with which provider. */
export function OwnTorch({ id, me, onProvider }: OwnTorchProps) {
  const provider = useOwnProvider();
  useEffect(() => torchOf(me).open(id), [id, me]);
  useEffect(() => onProvider(provider), [provider, onProvider]);
  return null;
}

interface LendMineProps {
  space: { space_id: string; name: string };
  me: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The dialog in which one lends, opened from a question that waits. */
export function LendMine(props: LendMineProps) {
  const LendDialog = useLazy(lendDialog, props.open);
  return LendDialog && <LendDialog {...props} />;
}
