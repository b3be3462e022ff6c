import { setTimeout as wait } from 'node:timers/promises';
import type { HolderFrame } from '@polylogue/contract';
import { baseFor, defaultLend, type Lend } from '@polylogue/sync/turns';
import { type TurnSender, turnSender } from '../../../web/src/features/torch/answering/turn-sender.ts';
import type { RoomBrowser } from './room-browser.ts';

/** Words of one answer, and milliseconds between two of them. */
export const answerWords = 120;
const pace = 20;

const lend: Lend = {
  ...defaultLend,
  to: 'members',
  models: [{ provider: 'openai', model: 'gpt', price: null }],
};
const spent = { input: 1, output: 1, usd: null, is_estimate: false };
const started = { provider: 'openai', model: 'gpt', host: 'api.example', used: [] };

interface Run {
  epoch: number;
  sender: TurnSender;
  isOver: boolean;
  isSent: boolean;
}

/** A browser that lends to spaces, and relays numbered words as the web app does. */
export function turnHolder({ socket }: Pick<RoomBrowser, 'socket'>, name: string, spaces: readonly string[]) {
  const runs = new Map<string, Run>();
  let answers = 0;

  const isRunning = ({ isOver, isSent }: Run) => !isOver && !isSent;
  const turns = () => [...runs.values()].filter(isRunning).length;

  async function answer({ feed, turn_id, epoch, text }: Extract<HolderFrame, { type: 'offer' }>) {
    const earlier = runs.get(turn_id);
    if (earlier && earlier.epoch >= epoch) return;
    if (earlier) earlier.isOver = true;
    const before = text.slice(0, baseFor(text));
    const after = (ms: number, work: () => void) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    };
    const needs = { send: socket.send, now: () => performance.now(), after, turns };
    const own = turnSender(needs, { feed, turn_id, epoch }, before, started);
    const run: Run = { epoch, sender: own, isOver: false, isSent: false };
    runs.set(turn_id, run);
    const label = `${name}-${++answers}`;
    own.begin();
    for (let word = 0; word < answerWords && !run.isOver; word++) {
      own.add(`${label}.${word} `);
      await wait(pace);
    }
    run.isSent = true;
    if (!run.isOver) own.end(spent);
  }

  const stops = [
    socket.onHolderFrame((frame) => {
      if (frame.type === 'offer') return void answer(frame);
      const run = runs.get(frame.turn_id);
      const { feed, turn_id, epoch } = frame;
      if (run?.epoch !== epoch) return;
      if (frame.type === 'ack') run.sender.acknowledged(frame.length);
      else if (frame.type === 'heartbeat-request') socket.send({ type: 'heartbeat', feed, turn_id, epoch });
      else run.isOver = true;
    }),
    socket.onSwitch((isOpen) => {
      if (isOpen) for (const run of runs.values()) if (!run.isOver) run.sender.heartbeat();
    }),
  ];
  const spent_today = { usd: 0, tokens: 0 };
  for (const space_id of spaces) socket.setPresence(space_id, { torch: { lend, lent_at: 0, spent_today } });

  return {
    /** Whether it answers right now. */
    isBusy: () => turns() > 0,
    /** Its page is closed. */
    leave() {
      for (const run of runs.values()) {
        if (run.isOver || run.isSent) continue;
        run.isOver = true;
        run.sender.fail('closing');
      }
    },
    close() {
      for (const run of runs.values()) run.isOver = true;
      for (const stop of stops) stop();
    },
  };
}
export type TurnHolder = ReturnType<typeof turnHolder>;
