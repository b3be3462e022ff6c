import { smoothness } from './frames.ts';
import type { PageQuestion } from './question.ts';
import { prepare, type ReplyRequest, since, streaming } from './reply.ts';
import type { Side, World } from './world.ts';

const requestOf = (quick: boolean): ReplyRequest => ({
  tokens: quick ? 800 : 8000,
  rate: 200,
  kind: 'mixed',
});

export const streamPaced: PageQuestion = {
  name: 'stream-paced',
  asks: '8,000 tokens at 200 a second: how much of the machine does a reply take, and does it stutter?',
  sides: ['floor', 'ours'],
  takes: ({ quick }) => 2 * (streaming(requestOf(quick)) + 4),
  rows: [
    { says: 'main-thread time', of: 'mainThread', unit: 'ms', peers: { best: '1.9×', median: '4.9×' } },
    { says: 'CPU time of the main thread', of: 'mainCpu', unit: 'ms' },
    { says: 'renderer CPU, workers included', of: 'rendererCpu', unit: 'ms' },
    { says: 'tasks over 50 ms', of: 'longTasks', unit: '', peers: { best: '4', median: '39' } },
    { says: 'frames dropped', of: 'dropped', unit: '%', peers: { best: '7 %', median: '51 %' } },
    { says: 'frame p99', of: 'frameP99', unit: 'ms', peers: { best: '34 ms', median: '148 ms' } },
    {
      says: 'first byte → first word painted',
      of: 'firstPainted',
      unit: 'ms',
      peers: { best: '83 ms', median: '162 ms' },
    },
    {
      says: 'last byte → whole text painted',
      of: 'lastPainted',
      unit: 'ms',
      peers: { best: '295 ms', median: '605 ms' },
    },
  ],
  async measure(side, world, { quick }) {
    // What it costs, and what it looks like, are seen in different replies: asking for every frame costs a page that
    // needs fewer.
    const { used } = await streamed(side, world, quick, false);
    const { recording } = await streamed(side, world, quick, true);
    const { p99, dropped } = smoothness(recording);
    return {
      ...used,
      longTasks: recording.longTasks.length,
      dropped,
      frameP99: p99,
      firstPainted: recording.firstWord - recording.firstByte,
      lastPainted: recording.lastWord - recording.lastByte,
    };
  },
};

async function streamed(side: Side, world: World, quick: boolean, isFilmed: boolean) {
  const prepared = await prepare(side, world, requestOf(quick), { isFilmed });
  try {
    const before = await prepared.used();
    await prepared.send();
    const recording = await prepared.finished();
    return { used: since(before, await prepared.used()), recording };
  } finally {
    await prepared.close();
  }
}
