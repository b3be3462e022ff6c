import { mayAsk, newTurn, turnRights } from '@polylogue/sync/turns';
import { readJson } from '../../../platform/database/json.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Command } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { bytesOf, isHost, noMessage } from '../core/policy.ts';
import { Ids } from '../core/rows.ts';
import { speakersAmong } from '../core/speakers.ts';
import type { EnqueueingNotifications } from '../notifications/enqueueing.ts';
import { type MessageTableRow, messageStore } from '../store/message-store.ts';
import { columnsOf, type TurnTableRow, turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import { joiningTurns } from './joining.ts';

type Wanted = { provider: string; model: string } | null;

/** A question to the AI, with the number of the last message that is sent with it. */
export interface NewTurn {
  turn_id: string;
  question_id: string;
  reads_until: number;
  wants: Wanted;
  /** Ids of messages that it is not sent with. */
  left_out: readonly string[];
  /** Nobody asked: the AI answers every message there. */
  is_automatic: boolean;
  /** In which browser, by its sign-in; null where that is not known. */
  asked_on: string | null;
}

/** Asking the AI, with a post or once more. */
export function askingInSpaces({
  database,
  commands,
  friendsAmong,
  blockedAmong,
  sockets,
  mustHaveRoom,
  charge,
  turnAdded,
  notifications,
}: Pick<
  SpaceContext,
  'database' | 'commands' | 'friendsAmong' | 'blockedAmong' | 'sockets' | 'mustHaveRoom' | 'charge'
> & {
  /** A turn was added on this node. */
  turnAdded(spaceId: string, turnId: string): void;
  notifications: Pick<EnqueueingNotifications, 'enqueueWaiting'>;
}) {
  const { join } = joiningTurns({ friendsAmong, blockedAmong, sockets });

  async function add({ open, space, me }: Command, row: TurnTableRow): Promise<void> {
    await open.addMessage({
      message_id: row.turn_id,
      kind: 'turn',
      by_id: me.user_id,
      body: '',
      bytes: bytesOf(),
    });
    await charge(me.user_id, bytesOf(), open.trx);
    await turnStore(open.trx).add(row);
    await notifications.enqueueWaiting(open.trx, space.space_id, true);
    database.afterCommit(() => turnAdded(space.space_id, row.turn_id));
  }

  return {
    /** Runs in the transaction of the post that asks. */
    async ask(command: Command, turn: NewTurn): Promise<void> {
      mustHaveAiOn(command);
      const row = rowOf(command, turn);
      if (turn.is_automatic) {
        if (await join(command, await openTurns(command), row)) return;
        // Its author has only posted, which must not fail because nothing can be asked.
        if ((await whetherMayAsk(command, true)) !== 'yes') return;
      } else await mustBeAllowedToAsk(command);
      const { open, space } = command;
      const existing = await messageStore(open.trx).find(space.feed, turn.turn_id);
      if (existing) refuse('taken', 'This id is already taken. Try again.');
      await add(command, row);
    },

    async again(
      userId: string,
      spaceId: string,
      turnId: string,
      next: { turn_id: string; wants?: Wanted | undefined; asked_on?: string | null },
    ) {
      await mustHaveRoom();
      return commands.inSpace(userId, spaceId, async (command) => {
        const { open, space, must } = command;
        const row = (await turnStore(open.trx).find(space.feed, turnId)) ?? noMessage();
        const message = (await messageStore(open.trx).find(space.feed, turnId)) ?? noMessage();
        const question = await messageStore(open.trx).find(space.feed, row.question_id);
        const authors = [row.asked_by, message.by_id, question?.by_id].flatMap((id) => id ?? []);
        if ((await blockedAmong(userId, authors, open.trx)).size > 0) noMessage();
        const existing = await messageStore(open.trx).find(space.feed, next.turn_id);
        if (existing && (existing.kind !== 'turn' || existing.by_id !== userId)) {
          refuse('taken', 'This id is already taken. Try again.');
        }
        if (existing) return { head: open.head };
        must('post');
        mustHaveAiOn(command);
        if (!rightsTo(command, row).again) {
          refuse(
            'not-allowed',
            'Only the person who asked and hosts can ask again, once the answer has ended.',
          );
        }
        if (message.deleted_at !== null) refuse('not-found', 'This message was deleted.');
        const { question_id, reads_until } = row;
        const left_out = readJson(Ids, row.left_out);
        mustBeSendable(question);
        await mustBeAllowedToAsk(command);
        // A model that someone else wanted is not for the account of whoever asks now.
        const before = row.asked_by === userId ? row.wants : null;
        const { turn_id, wants = before === null ? null : (JSON.parse(before) as Wanted) } = next;
        const asked = { question_id, reads_until, left_out, is_automatic: false };
        await add(command, rowOf(command, { turn_id, ...asked, wants, asked_on: next.asked_on ?? null }));
        return { head: open.head };
      });
    },
  };
}
export type Asking = ReturnType<typeof askingInSpaces>;

function rowOf({ open, space, me }: Command, { wants, left_out, asked_on, ...turn }: NewTurn): TurnTableRow {
  const row = newTurn(me.user_id, open.now, asked_on);
  return {
    ...turn,
    feed: space.feed,
    space_id: space.space_id,
    wants: wants && JSON.stringify(wants),
    left_out: JSON.stringify([...new Set(left_out)]),
    asked_by: me.user_id,
    asked_at: row.asked_at,
    ...columnsOf(row),
  };
}

function mustHaveAiOn({ space }: Command) {
  if (space.ai_mode === 'off') refuse('not-allowed', 'The AI is switched off in this space.');
}

/** No browser would answer: its context leaves such a question out. */
function mustBeSendable(question: MessageTableRow | undefined): void {
  if (!question || question.deleted_at !== null) refuse('not-found', 'The question was deleted.');
  if (question.is_off_record) {
    refuse('not-allowed', 'The question is off the record now. Put it on the record to ask again.');
  }
}

/** The turns that have not ended. Without those that wait until who asked may post again, which can take a day. */
async function openTurns({ open, space }: Command): Promise<TurnTableRow[]> {
  const rows = await turnStore(open.trx).open(space.space_id);
  const askers = rows.flatMap(({ asked_by }) => asked_by ?? []);
  const speakers = await speakersAmong(open.trx, space, askers, open.now);
  return rows.filter(({ state, asked_by }) => state !== 'waiting' || speakers.has(asked_by ?? ''));
}

async function whetherMayAsk(command: Command, isAutomatic = false): Promise<ReturnType<typeof mayAsk>> {
  const open = (await openTurns(command)).map((row) => ({
    ...turnRowOf(row),
    // It takes its place in the queue, and keeps nobody from asking.
    ...(row.is_automatic && !isAutomatic && { asked_by: '' }),
  }));
  return mayAsk(open, command.me.user_id);
}

async function mustBeAllowedToAsk(command: Command): Promise<void> {
  const may = await whetherMayAsk(command);
  // Not “too many”: a browser would retry that automatically, holding back all later posts.
  if (may === 'one-waits') {
    refuse(
      'not-allowed',
      'A question of yours to the AI is still waiting. Withdraw it, or wait for its answer.',
    );
  }
  if (may === 'queue-full') {
    refuse(
      'not-allowed',
      'Too many questions to the AI are waiting in this space. Try again when one is answered.',
    );
  }
}

const rightsTo = ({ me }: Command, row: TurnTableRow) =>
  turnRights(turnRowOf(row), { user_id: me.user_id, is_host: isHost(me) });
