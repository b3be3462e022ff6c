import { spaceLimits } from '@polylogue/sync';
import { wordsOf } from '@polylogue/sync/turns';
import type { Queries } from '../../../platform/database/database.ts';
import { readJson } from '../../../platform/database/json.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Command } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { Ids } from '../core/rows.ts';
import { type MessageTableRow, messageStore } from '../store/message-store.ts';
import type { SpaceRow } from '../store/space-store.ts';
import { turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import { messageIn, resultOf, visibleIn } from './message-in.ts';

const most = spaceLimits.pinsLength.toLocaleString('en');

/** Pinned messages, which the AI is sent whatever the topic is. */
export function pinsInSpaces({ commands, blockedAmong }: Pick<SpaceContext, 'commands' | 'blockedAmong'>) {
  return {
    pin: (userId: string, spaceId: string, messageId: string) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, space, must } = command;
        must('pin');
        const row = await visibleIn(command, messageId, blockedAmong);
        if (readJson(Ids, space.pins).includes(messageId)) return resultOf(command, messageId);
        if (row.is_off_record) {
          refuse('not-allowed', 'This message is off the record: no AI is sent it, so it cannot be pinned.');
        }
        const others = await pinnedIn(open.trx, space);
        if (others.length >= spaceLimits.pins) {
          refuse(
            'quota-used',
            `A space has at most ${spaceLimits.pins} pinned messages. Take one off first.`,
          );
        }
        const lengths = await lengthsOf(open.trx, space, [...others, row]);
        mustFit(
          lengths.reduce((sum, length) => sum + length, 0),
          lengths.at(-1) ?? 0,
        );
        const pins = [...others.map(({ message_id }) => message_id), messageId];
        await open.change({ pins: JSON.stringify(pins) });
        await open.addNotice('pinned', userId);
        await open.changeMessage(row.row_id, {});
        return resultOf(command, messageId);
      }),

    unpin: (userId: string, spaceId: string, messageId: string) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, space, must } = command;
        must('pin');
        const row = await messageIn(command, messageId);
        const pins = readJson(Ids, space.pins);
        if (!pins.includes(messageId)) return resultOf(command, messageId);
        await open.change({ pins: JSON.stringify(pins.filter((id) => id !== messageId)) });
        await open.addNotice('unpinned', userId);
        await open.changeMessage(row.row_id, {});
        return resultOf(command, messageId);
      }),
  };
}

/** Refuses an edit with which the pinned messages of a space would be too long. */
export async function mustFitIfPinned({ open, space }: Command, row: MessageTableRow, body: string) {
  if (body.length <= row.body.length || !readJson(Ids, space.pins).includes(row.message_id)) return;
  const others = (await pinnedIn(open.trx, space)).filter(({ row_id }) => row_id !== row.row_id);
  const lengths = await lengthsOf(open.trx, space, others);
  mustFit(
    lengths.reduce((sum, length) => sum + length, body.length),
    body.length,
  );
}

/** Pinned messages that have not been deleted, in the order in which they were pinned. */
export async function pinnedIn(on: Queries, { feed, pins }: SpaceRow): Promise<MessageTableRow[]> {
  const ids = readJson(Ids, pins);
  const found = await messageStore(on).some(feed, ids);
  return ids.flatMap((id) => found.find((row) => row.message_id === id && row.deleted_at === null) ?? []);
}

/** Characters that an AI is sent of each, in the same order. */
async function lengthsOf(on: Queries, { feed }: SpaceRow, rows: readonly MessageTableRow[]) {
  const turns = await turnStore(on).some(
    feed,
    rows.filter(({ kind }) => kind === 'turn').map(({ message_id }) => message_id),
  );
  return rows.map(({ message_id, body }) => {
    const turn = turns.find(({ turn_id }) => turn_id === message_id);
    if (!turn) return body.length;
    if (turn.is_open) refuse('not-allowed', 'An answer can be pinned once it has ended.');
    return wordsOf({ body: turn.text, turn: turnRowOf(turn) }).length;
  });
}

function mustFit(length: number, own: number) {
  if (length <= spaceLimits.pinsLength) return;
  const words = own.toLocaleString('en');
  refuse(
    'quota-used',
    `Pinned messages have at most ${most} characters together; this one has ${words}. Pin a shorter one, or take others off first.`,
  );
}
