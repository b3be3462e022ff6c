import { spaceLimits } from '@polylogue/sync';
import { baseFor, nextOffer, turnLimits } from '@polylogue/sync/turns';
import { readJson } from '../../../platform/database/json.ts';
import type { Command } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { Ids } from '../core/rows.ts';
import { messageStore } from '../store/message-store.ts';
import { type TurnTableRow, turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import { torchesIn, turnToHold } from './torches.ts';

/** Where the AI answers every message: answering a post with a question that waits, instead of by itself. */
export function joiningTurns({
  friendsAmong,
  blockedAmong,
  sockets,
}: Pick<SpaceContext, 'friendsAmong' | 'blockedAmong' | 'sockets'>) {
  /** Whether a browser that is here would be offered a turn within a minute, without a press. */
  async function findsHolder({ open, space }: Command): Promise<(turn: TurnTableRow) => Promise<boolean>> {
    const { trx, now } = open;
    const torches = await torchesIn(trx, space, sockets, now);
    return async (turn) => {
      const held = await turnToHold(trx, turn, torches, { friendsAmong, blockedAmong, now });
      return held !== null && nextOffer([held], torches, now + turnLimits.retryWithin) !== null;
    };
  }

  /**
   * The question that a post is answered with: one that is about to be answered, or of its author. Any other keeps it
   * from an answer that it would get by itself.
   */
  async function chosen(command: Command, waiting: readonly TurnTableRow[], post: TurnTableRow) {
    if (waiting.length === 0) return undefined;
    const isAnswered = await findsHolder(command);
    for (const turn of waiting) if (await isAnswered(turn)) return turn;
    const own = waiting.find(({ asked_by }) => asked_by === post.asked_by);
    if (own || (await isAnswered(post))) return own;
    return waiting.find((turn) => Object.keys(turnRowOf(turn).excluded).length === 0);
  }

  return {
    /** Lets one of these turns read a post as well, if its answer is yet to begin or begins again; false if none does. */
    async join(command: Command, turns: readonly TurnTableRow[], post: TurnTableRow): Promise<boolean> {
      const { open, space, me } = command;
      const askers = turns.flatMap(({ asked_by }) => asked_by ?? []);
      const blocked = await blockedAmong(me.user_id, askers, open.trx);
      const waiting = turns.filter(
        ({ state, text, asked_by }) =>
          state === 'waiting' && baseFor(text) === 0 && asked_by !== null && !blocked.has(asked_by),
      );
      const turn = await chosen(command, waiting, post);
      if (!turn) return false;
      const all = new Set([turn, post].flatMap(({ left_out }) => readJson(Ids, left_out)));
      const left_out = JSON.stringify([...all].slice(0, spaceLimits.leftOut));
      const joined = { reads_until: post.reads_until, left_out };
      if (!(await turnStore(open.trx).join(space.feed, turn.turn_id, joined))) return false;
      const message = await messageStore(open.trx).find(space.feed, turn.turn_id);
      if (message) await open.changeMessage(message.row_id, {});
      return true;
    },
  };
}
