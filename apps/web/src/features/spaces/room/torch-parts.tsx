import { useEffect } from 'react';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { lendDialog, torchOf, useOwnModels } from '../../torch/index.ts';

// The parts of a room that need this browser's keys: fetched once the room is shown.

export { LendButton } from '../../torch/index.ts';
export { BeforeTurn } from './before-turn.tsx';

interface OwnTorchProps {
  id: string;
  me: string;
  onProvider(provider: string | null): void;
}

/** Lets this browser answer in the space while it is open, and reports with what. */
export function OwnTorch({ id, me, onProvider }: OwnTorchProps) {
  const provider = useOwnModels()[0]?.provider ?? null;
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

/** The lending dialog, opened from a waiting question. */
export function LendMine(props: LendMineProps) {
  const LendDialog = useLazy(lendDialog, props.open);
  return LendDialog && <LendDialog {...props} />;
}
