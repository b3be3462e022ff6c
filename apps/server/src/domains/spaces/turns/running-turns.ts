import type { SpaceRole } from '@polylogue/sync/spaces';
import { type TurnEvent, turnLimits } from '@polylogue/sync/turns';
import type { FrameSender, TurnFrame } from '../../../platform/live/turn-frames.ts';
import type { Command } from '../core/command.ts';
import { noMessage } from '../core/policy.ts';
import type { TurnTableRow } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import { conflict } from './saving.ts';
import { goneIfSilenced, turnEventOf } from './turn-event.ts';
import { type TurnEntry, type TurnRunnerDeps, turnRunner } from './turn-runner.ts';

/** Works on turns whose holders are connected to this node, and changes all others on request. */
export function runningTurns(deps: TurnRunnerDeps) {
  const { commands, sockets } = deps;
  const turns = turnRunner(deps);
  const { find, apply, logged } = turns;
  const heartbeatTimer = setInterval(requestHeartbeats, turnLimits.heartbeat).unref();

  function requestHeartbeats() {
    for (const { running } of turns.all()) {
      const { state, connection, epoch } = running.turn;
      if (state !== 'running' || connection === null) continue;
      const { space_id: feed, turn_id } = running.info;
      sockets().sendTo(connection, { type: 'heartbeat-request', feed, turn_id, epoch });
    }
  }

  const applyToFound = async (spaceId: string, turnId: string, event: TurnEvent): Promise<void> => {
    const entry = await find(spaceId, turnId);
    if (entry) await apply(entry, event);
  };

  return {
    frameReceived(frame: TurnFrame, from: FrameSender) {
      const known = turns.inMemory(frame.feed, frame.turn_id);
      const receive = async (entry: TurnEntry | undefined) =>
        entry &&
        turns.applyFound(entry, async () => {
          const gone = await goneIfSilenced(entry.running, frame, from);
          return [...(gone ? [gone] : []), turnEventOf(frame, from)];
        });
      logged(known ? receive(known) : find(frame.feed, frame.turn_id).then(receive));
    },

    watcherLeft(spaceId: string, connection: string, isLeft: boolean) {
      for (const entry of turns.all()) {
        const { info, turn } = entry.running;
        if (info.space_id !== spaceId || turn.connection !== connection) continue;
        logged(apply(entry, { type: 'connection-gone', connection, isLeft }));
      }
    },

    changedElsewhere(spaceId: string, turnId: string) {
      const known = turns.inMemory(spaceId, turnId);
      if (known) logged(turns.reload(known));
    },

    /** Offers a waiting turn, unless it no longer waits, or another turn of the space has started. */
    async offer(
      { space_id, turn_id }: TurnTableRow,
      role: SpaceRole,
      {
        user_id,
        connection,
        browser = null,
        isApart = false,
      }: { user_id: string; connection: string; browser?: string | null; isApart?: boolean },
    ): Promise<void> {
      const entry = await find(space_id, turn_id);
      if (!entry) return;
      turns.step(entry, { type: 'holder-chosen', role });
      const found = { holder_id: user_id, connection, browser, isApart };
      const event: TurnEvent = { type: 'holder-found', ...found };
      const saved = turns.save(entry, event, (work) =>
        commands.ofSpace(space_id, async (open) => {
          const others = await turnStore(open.trx).open(space_id);
          if (others.some(({ state }) => state !== 'waiting')) throw conflict;
          return work(open);
        }),
      );
      await saved.catch((error) => {
        if (error !== conflict) throw error;
      });
    },

    /** Applies a person's event; `allowed` throws a refusal. */
    async command(
      userId: string,
      spaceId: string,
      turnId: string,
      event: TurnEvent,
      allowed: (command: Command, row: TurnTableRow) => void | Promise<void>,
    ): Promise<{ head: number }> {
      const entry = await find(spaceId, turnId);
      // People who are not in the space are refused as if it did not exist.
      if (!entry) return commands.inSpace(userId, spaceId, async () => noMessage());
      let head = 0;
      const save = () =>
        turns.save(entry, event, (work) =>
          commands.inSpace(userId, spaceId, async (command) => {
            const { feed, turn_id } = entry.running.info;
            await allowed(command, (await turnStore(command.open.trx).find(feed, turn_id)) ?? noMessage());
            const result = await work(command.open);
            head = command.open.head;
            return result;
          }),
        );
      await save().catch(async (error) => {
        if (error !== conflict) throw error;
        await turns.reload(entry);
        await save();
      });
      return { head };
    },

    /** For a turn whose question was deleted or taken off the record. */
    stop: (spaceId: string, turnId: string) => logged(applyToFound(spaceId, turnId, { type: 'stopped' })),

    /** For a turn whose node has stopped, or that has waited for a day. */
    async timePassed(spaceId: string, turnId: string): Promise<void> {
      if (turns.inMemory(spaceId, turnId)) return;
      await applyToFound(spaceId, turnId, { type: 'time-passed', servedSince: deps.servedSince() });
    },

    close() {
      clearInterval(heartbeatTimer);
      turns.close();
    },
  };
}
export type RunningTurns = ReturnType<typeof runningTurns>;
