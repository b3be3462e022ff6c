import { setTimeout as wait } from 'node:timers/promises';
import { smoothness } from './frames.ts';
import type { Effort, Row, Sample } from './question.ts';
import { prepare, type ReplyRequest, since, streaming } from './reply.ts';
import type { Side, World } from './world.ts';

/** The lengths at which the cost of a growing reply is read, in tokens; the last is the whole reply. */
const lengths = (quick: boolean) => (quick ? ([200, 800, 2000] as const) : ([2000, 8000, 20_000] as const));

const requestOf = (kind: ReplyRequest['kind'], quick: boolean): ReplyRequest => ({
  tokens: lengths(quick)[2],
  rate: 200,
  kind,
});

export const growthTakes = ({ quick }: Effort): number => streaming(requestOf('mixed', quick)) + 4;

/** The lines that say whether a token costs the same at any length of the reply. */
export const growthRows = (peers: { apart?: Row['peers']; frames?: Row['peers'] } = {}): Row[] => [
  { says: 'main-thread time per 1,000 tokens, at 2,000', of: 'perThousandAt2k', unit: 'ms' },
  { says: 'main-thread time per 1,000 tokens, at 8,000', of: 'perThousandAt8k', unit: 'ms' },
  { says: 'main-thread time per 1,000 tokens, at 20,000', of: 'perThousandAt20k', unit: 'ms' },
  { says: '20,000 to 2,000 apart', of: 'apart', unit: '×', ...(peers.apart && { peers: peers.apart }) },
  { says: 'the same in CPU time', of: 'cpuApart', unit: '×' },
  { says: 'frame p95 at the end', of: 'frameP95', unit: 'ms', ...(peers.frames && { peers: peers.frames }) },
  { says: 'tasks over 50 ms', of: 'longTasks', unit: '' },
  { says: 'frames dropped', of: 'dropped', unit: '%' },
];

/** Streams one long reply at an even pace and reads what it has cost when it is 2,000, 8,000 and 20,000 tokens long. */
export async function growth(
  kind: ReplyRequest['kind'],
  side: Side,
  world: World,
  effort: Effort,
): Promise<Sample> {
  const request = requestOf(kind, effort.quick);
  const [short, middle, whole] = lengths(effort.quick);
  const prepared = await prepare(side, world, request);
  try {
    const before = await prepared.used();
    await prepared.send();
    await prepared.first();
    const firstAt = performance.now();
    const costAt = async (tokens: number) => {
      await wait(firstAt + (tokens / 200) * 1000 - performance.now());
      return since(before, await prepared.used());
    };
    const early = await costAt(short);
    const half = await costAt(middle);
    const recording = await prepared.finished();
    const late = since(before, await prepared.used());
    return {
      perThousandAt2k: perThousand(early.mainThread, short),
      perThousandAt8k: perThousand(half.mainThread, middle),
      perThousandAt20k: perThousand(late.mainThread, whole),
      apart: perThousand(late.mainThread, whole) / perThousand(early.mainThread, short),
      cpuApart: perThousand(late.mainCpu, whole) / perThousand(early.mainCpu, short),
      frameP95: smoothness(recording, recording.lastWord - (short / 200) * 1000).p95,
      longTasks: recording.longTasks.length,
      dropped: smoothness(recording).dropped,
    };
  } finally {
    await prepared.close();
  }
}

const perThousand = (milliseconds: number, tokens: number) => (milliseconds / tokens) * 1000;
