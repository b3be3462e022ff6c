import { turnRights } from '@polylogue/sync/turns';
import { type ReactNode, useId, useState } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { IconButton, ReplyIcon, RetryIcon } from '../../../ui/index.ts';
import { wantedAgain } from '../engine/room-actions.ts';
import { ActButton } from './act-button.tsx';
import { askableAgain, isOwnAskable, ownAskableAgain } from './askable-again.ts';
import { ReactMenu } from './react-menu.tsx';
import type { OtherModelProps, TurnViewProps, WhoPaysProps } from './turn-parts.ts';
import styles from './turn-view.module.css';

/** What can be done with an answer, as small buttons below it. */
export function EndedActions(props: TurnViewProps) {
  const { can, intents } = props;
  const { id } = props.message;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {rightsTo(props).again && (
        <IconButton
          label="Ask again"
          small
          aria-describedby={payerOf(id)}
          // Not `disabled`, which would lose the focus.
          aria-disabled={isAsking || undefined}
          onClick={() => {
            if (isAsking) return;
            setAsking(true);
            void intents.askAgain(id).finally(() => setAsking(false));
          }}
        >
          <RetryIcon size={16} />
        </IconButton>
      )}
      {can.post && (
        <IconButton label="Reply" small onClick={() => intents.reply(id)}>
          <ReplyIcon size={16} />
        </IconButton>
      )}
      {can.react && <ReactMenu id={id} react={intents.react} />}
    </>
  );
}

/** Whose account *Ask again* below an answer spends from. */
export function AskAgainPayer(props: TurnViewProps) {
  const { id, row } = props.message;
  return (
    rightsTo(props).again && (
      <Payer {...props} id={payerOf(id)} wants={wantedAgain(row, props.me)}>
        Asking again{' '}
      </Payer>
    )
  );
}

const payerOf = (turn: string) => `payer-${turn}`;

function rightsTo({ message: { turn, row, isAskable }, me, can, isHost }: TurnViewProps) {
  const { state, holder_id, segments } = turn;
  const asked = { state, asked_by: row.by_id ?? '', holder_id, segments };
  const may = turnRights(asked, { user_id: me, is_host: isHost });
  return { ...may, again: may.again && can.post && isAskable };
}

interface WaitingProps {
  hasText: boolean;
  isRetried: boolean;
  /** Others are answered before it. */
  isQueued: boolean;
}

/** What can be done with a question that has no answer yet. */
export function TurnButtons(props: TurnViewProps & WaitingProps) {
  const { message, intents, hasText, isRetried, isQueued } = props;
  const { id, turn } = message;
  const may = rightsTo(props);
  const payer = useId();
  // Below an answer it is one of the small buttons.
  const mayAskAgain = may.again && !hasText;
  const isStuck = turn.segments.length > 0 || turn.wants !== null;
  const isLeft = !isQueued && !isRetried && isStuck;
  const isOwnLeft = isLeft && may.retry_own && !may.retry;
  if (!may.stop && !mayAskAgain && !isOwnLeft) return null;
  return (
    <div className={styles.buttons}>
      {may.retry && turn.is_automatic && !isQueued && (
        <>
          <ActButton act={() => intents.retryTurn(id, { wants: turn.wants })} aria-describedby={payer}>
            Ask {message.aiName}
          </ActButton>
          <Payer {...props} id={payer} wants={turn.wants} />
        </>
      )}
      {isLeft && may.retry && <RetryButtons {...props} />}
      {isOwnLeft && <HolderButtons {...props} among={ownAskableAgain} />}
      {may.withdraw ? (
        <ActButton act={() => intents.withdraw(id)}>Withdraw</ActButton>
      ) : (
        may.stop && <ActButton act={() => intents.stop(id)}>Stop</ActButton>
      )}
      {mayAskAgain && (
        <>
          <ActButton act={() => intents.askAgain(id)} aria-describedby={payer}>
            Ask again
          </ActButton>
          <Payer {...props} id={payer} wants={wantedAgain(props.message.row, props.me)} />
        </>
      )}
      {may.again && turn.state === 'failed' && (
        <OtherChoice {...props} onChoose={(model) => intents.askAgain(id, model)} />
      )}
    </div>
  );
}

/** Who could not answer a question of the reader's is asked again, or another model is. */
function RetryButtons(props: TurnViewProps) {
  const { message, room, me, intents, parts } = props;
  const { id, turn } = message;
  const asked = { id, is_automatic: turn.is_automatic === true };
  const wasAskedHere = parts?.wasAskedHere(id) === true;
  const isOwn = useLive(room.presence, (now) => isOwnAskable(asked, now, me, wasAskedHere));
  return (
    <>
      <HolderButtons {...props} among={(...known) => askableAgain(...known, isOwn)} />
      <OtherChoice {...props} onChoose={(wants) => intents.retryTurn(message.id, { wants })} />
    </>
  );
}

function HolderButtons(props: TurnViewProps & { among: typeof ownAskableAgain }) {
  const { message, room, me, intents, among } = props;
  const { id, turn, names } = message;
  const lent = useLive(room.presence, (now) => now.lent);
  return among(turn, lent, me).map((holder) => (
    <ActButton key={holder} act={() => intents.retryTurn(id, { holder_id: holder })}>
      {holder === me ? 'Try my key again' : `Ask ${names.who(holder)} again`}
    </ActButton>
  ));
}

function OtherChoice({
  message: { turn },
  room,
  me,
  parts,
  onChoose,
}: TurnViewProps & Pick<OtherModelProps, 'onChoose'>) {
  return parts && <parts.OtherModel {...{ room, me, turn, onChoose }} />;
}

/** Beside a press that asks at once: whose account it spends from. */
function Payer({
  id,
  room,
  me,
  parts,
  wants,
  children,
}: TurnViewProps & { id: string; children?: ReactNode } & Pick<WhoPaysProps, 'wants'>) {
  return (
    parts && (
      <span id={id} className={styles.payer}>
        {children}
        <parts.WhoPays {...{ room, me, wants }} />
      </span>
    )
  );
}
