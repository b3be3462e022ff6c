import type { Space } from '@polylogue/contract';
import { isLentFor } from '@polylogue/sync/turns';
import { useEffect } from 'react';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { connectRequested } from '../../../lib/state/connect-requested.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { Button } from '../../../ui/index.ts';
import { nameOf } from '../../person/index.ts';
import {
  LendOnePress,
  lendDialog,
  type OwnLend,
  torchOf,
  useLendOffer,
  useOwnModels,
} from '../../torch/index.ts';
import { answeringModels } from '../engine/askable-models.ts';
import { namesIn } from '../engine/names.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import type { WaitingTurn } from '../list/turn-parts.ts';
import styles from './before-turn.module.css';
import { TooLittleLeft } from './too-little-left.tsx';
import { useAskableModels } from './use-askable-models.ts';

// The parts of a room that need this browser's keys: fetched once the room is shown.

export { LendButton, nameOfModel, torchOf } from '../../torch/index.ts';
export { BeforeTurn } from './before-turn.tsx';
export { OtherModel } from './other-model.tsx';
export { WhoPays } from './who-pays.tsx';

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

interface WaysToAnswerProps {
  room: OpenRoom;
  space: Pick<Space, 'space_id' | 'name' | 'visibility'>;
  me: string;
  turn: WaitingTurn;
  /** Opens everything else that can be chosen. */
  onChange(turn: WaitingTurn): void;
}

/** What this browser can do for a question that waits: lend on it in one press, or answer its own person's. */
export function WaysToAnswer({ room, space, me, turn, onChange }: WaysToAnswerProps) {
  const target = useLendTarget(room, space, me, turn);
  const { offer } = useLendOffer(me, target);
  const isAnswered = (lends: Readonly<Record<string, OwnLend>>) => {
    const lend = lends[space.space_id]?.lend;
    return lend !== undefined && isLentFor(lend, turn.is_automatic, turn.turn_id);
  };
  const isForSelf = useLive(torchOf(me).forSelf, isAnswered);
  const isLentByAuthor = useLive(torchOf(me).lends, isAnswered) && turn.is_automatic;
  const onlyTurn = useLive(torchOf(me).lends, (lends) => lends[space.space_id]?.lend.only_turn);
  const isOwn = turn.asked_by === me;
  // It is about to be answered.
  if (offer === undefined || onlyTurn === turn.turn_id) return null;
  if (isOwn && (offer === 'no-key' || offer === 'no-model')) return <ConnectHere {...{ room, me, turn }} />;
  if (isOwn && offer === 'unlimited') return null;
  const { turn_id } = turn;
  if (isOwn && (isForSelf || isLentByAuthor || torchOf(me).wasAskedHere({ feed: space.space_id, turn_id })))
    return null;
  // The dialog says why.
  if (typeof offer === 'string') {
    return (
      <div>
        <Button small onClick={() => onChange(turn)}>
          {isOwn ? answerWords : 'Lend mine'}
        </Button>
      </div>
    );
  }
  if (offer.running && isCovered(offer.running, turn))
    return <TooLittleLeft {...{ room, me, turn, onChange }} lend={offer.running.lend} spent={offer.spent} />;
  return (
    <LendOnePress
      {...{ me, offer, target }}
      label={isOwn ? answerWords : 'Lend'}
      once={
        isOwn || turn.asked_by === null || turn.is_automatic || offer.running || onlyTurn !== undefined
          ? undefined
          : { turn_id, asked_by: turn.asked_by }
      }
      onChange={() => onChange(turn)}
    />
  );
}

/** Whether a lend is meant for a question already. */
const isCovered = ({ lend }: OwnLend, { turn_id, asked_by, wants, is_automatic }: WaitingTurn) =>
  isLentFor(lend, is_automatic, turn_id) &&
  (lend.to === 'members' || lend.named.includes(asked_by ?? '')) &&
  (!wants || lend.models.some((one) => one.provider === wants.provider && one.model === wants.model));

const answerWords = 'Answer with my key';

function ConnectHere({ room, me, turn }: Pick<WaysToAnswerProps, 'room' | 'me' | 'turn'>) {
  const role = useLive(room, (now) => now.own?.role ?? 'listener');
  const { models } = useAskableModels(room.presence, { role }, me);
  // What nobody asked is answered by a press on *Ask* beside it.
  if (turn.is_automatic && answeringModels(models, turn.wants).length > 0) return null;
  return (
    <>
      <Button small tone="accent" onClick={() => connectRequested.dispatch(true)}>
        Connect a model
      </Button>
      <p className={styles.note}>
        Or open this space on a device that has your key, and press <b>{answerWords}</b> there.
      </p>
    </>
  );
}

/** Who may use what is lent already goes on to, and so may who asked this. */
function useLendTarget(
  room: OpenRoom,
  space: WaysToAnswerProps['space'],
  me: string,
  turn: WaitingTurn | null,
) {
  const people = useLive(room, (now) => now.people);
  const lent = useLive(torchOf(me).lends, (lends) => {
    const lend = lends[space.space_id]?.lend;
    return lend?.only_turn === undefined ? lend?.named : undefined;
  });
  const { who } = namesIn(people, me, nameOf);
  const isOwn = turn === null || turn.asked_by === me;
  const askers = [...new Set([...(lent ?? []), ...(turn?.asked_by ? [turn.asked_by] : [])])];
  return {
    space,
    askers: isOwn ? {} : Object.fromEntries(askers.filter((id) => id !== me).map((id) => [id, who(id)])),
    as: isOwn ? ('lent_to_self' as const) : ('lent' as const),
    wants: turn?.wants ?? null,
    isAutomatic: turn?.is_automatic === true,
  };
}

interface LendMineProps extends Omit<WaysToAnswerProps, 'turn' | 'onChange'> {
  /** The question that it was opened on; null: on none, for one's own. */
  turn: WaitingTurn | null;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The dialog to lend on a waiting question, or to answer one's own from other devices. */
export function LendMine({ room, space, me, turn, open, onOpenChange }: LendMineProps) {
  const LendDialog = useLazy(lendDialog, open);
  const target = useLendTarget(room, space, me, turn);
  return LendDialog && <LendDialog {...{ target, me, open, onOpenChange }} isChanging={turn !== null} />;
}
