import type { Space } from '@polylogue/contract';
import { useEffect } from 'react';
import { useLazy } from '../../../../lib/lazy/use-lazy.ts';
import { useLive } from '../../../../lib/state/use-live.ts';
import { nameOf } from '../../../person/index.ts';
import { lendDialog, torchOf, useOwnModels } from '../../../torch/index.ts';
import { namesIn } from '../engine/names.ts';
import type { OpenRoom } from '../engine/open-room.ts';

// The parts of a room that need this browser's keys: fetched once the room is shown.

export { LendButton } from '../../../torch/index.ts';
export { BeforeTurn } from './before-turn.tsx';

interface OpenTorchProps {
  id: string;
  me: string;
  onProvider(provider: string | null): void;
  /** Whether it answers what its person asks on other devices. */
  onForSelf(isForSelf: boolean): void;
}

/** Lets this browser answer in the space while it is open, and reports with what. */
export function OpenTorch({ id, me, onProvider, onForSelf }: OpenTorchProps) {
  const provider = useOwnModels()[0]?.provider ?? null;
  useEffect(() => torchOf(me).open(id), [id, me]);
  useEffect(() => onProvider(provider), [provider, onProvider]);
  const isForSelf = useLive(torchOf(me).forSelf, (lends) => id in lends);
  useEffect(() => onForSelf(isForSelf), [isForSelf, onForSelf]);
  return null;
}

/** Whether a turn was asked by this person in this browser. */
export const wasAskedHere = (me: string, feed: string, turn_id: string) =>
  torchOf(me).wasAskedHere({ feed, turn_id });

interface LendMineProps {
  room: OpenRoom;
  space: Pick<Space, 'space_id' | 'name' | 'visibility'>;
  me: string;
  /** The question that it was opened on; null: on none, for one's own. */
  turnId: string | null;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The dialog to lend on a waiting question, or to answer one's own from other devices. */
export function LendMine({ room, turnId, ...props }: LendMineProps) {
  const { space, me, open } = props;
  const LendDialog = useLazy(lendDialog, open);
  const asker = useLive(room, ({ rows }) => rows.find(({ message_id }) => message_id === turnId)?.by_id);
  const people = useLive(room, (now) => now.people);
  const lent = useLive(torchOf(me).lends, (lends) => lends[space.space_id]?.lend.named);
  // Who may use what is lent already goes on to.
  const askers = [...new Set([...(lent ?? []), asker ?? me])].filter((id) => id !== me);
  const { who } = namesIn(people, me, nameOf);
  return (
    LendDialog && (
      <LendDialog
        {...props}
        isForSelf={turnId === null || asker === me}
        askers={Object.fromEntries(askers.map((id) => [id, who(id)]))}
      />
    )
  );
}
