import { longest } from './conversation.ts';
import { smoothness } from './frames.ts';
import type { PageQuestion } from './question.ts';
import { type PreparedPage, prepare, type ReplyRequest, since } from './reply.ts';
import { type Scroll, scrolled, unscrolled, watchScroll } from './scrolling.ts';
import type { Side, World } from './world.ts';

const short = 200;
const request: ReplyRequest = { tokens: 500, rate: 200, kind: 'mixed' };
const scrolling = { usual: 3, quick: 1.5 };

/** What one page cost with so many messages in it. */
interface Cost {
  shown: number;
  heap: number;
  nodes: number;
  elements: number;
  scroll: Scroll;
  heapScrolled: number;
  reply: number;
  replyCpu: number;
  replyDropped: number;
}

export const longConversation: PageQuestion = {
  name: 'long-conversation',
  asks: '5,000 messages: do opening, scrolling and a reply of 500 tokens cost what they cost with few or none?',
  sides: ['floor', 'ours'],
  takes: () => 30,
  rows: [
    {
      says: 'last message on the screen, 200 messages',
      of: 'shown200',
      unit: 'ms',
    },
    {
      says: 'last message on the screen, all 5,000 of them',
      of: 'shown5000',
      unit: 'ms',
      peers: { best: '1,726 ms', median: '' },
    },
    { says: 'the same, 5,000 to 200', of: 'shownApart', unit: '×' },
    { says: 'scrolling through 200, frames a second', of: 'fps200', unit: '' },
    {
      says: 'scrolling through 5,000, frames a second',
      of: 'fps5000',
      unit: '',
      peers: { best: '35', median: '' },
    },
    { says: 'the same, 200 to 5,000', of: 'fpsApart', unit: '×' },
    { says: 'frames dropped, 200 messages', of: 'dropped200', unit: '%' },
    { says: 'frames dropped, 5,000 messages', of: 'dropped5000', unit: '%' },
    { says: 'longest task of scrolling (0: none over 50 ms), 5,000 messages', of: 'longestTask', unit: 'ms' },
    { says: 'frames with nothing to read, 5,000 messages', of: 'blank', unit: '%' },
    { says: 'a reply of 500 tokens on no message, main-thread time', of: 'reply0', unit: 'ms' },
    { says: 'on 200 messages', of: 'reply200', unit: 'ms' },
    { says: 'on 5,000 messages', of: 'reply5000', unit: 'ms' },
    { says: 'the same, 5,000 to none', of: 'replyApart', unit: '×' },
    { says: 'the same in CPU time', of: 'replyCpuApart', unit: '×' },
    { says: 'frames dropped by the reply on 5,000', of: 'replyDropped', unit: '%' },
    {
      says: 'DOM nodes, 5,000 messages',
      of: 'nodes',
      unit: '',
      peers: { best: '1,607', median: '' },
    },
    { says: 'elements of them', of: 'elements', unit: '' },
    { says: 'elements, the most while scrolling', of: 'elementsScrolling', unit: '' },
    {
      says: 'heap over an empty chat, 5,000 messages',
      of: 'heap',
      unit: 'MB',
      peers: { best: '14 MB', median: '' },
    },
    { says: 'the same after scrolling', of: 'heapScrolled', unit: 'MB' },
  ],
  async measure(side, world, { quick }) {
    const cost = (messages: number) =>
      costOf(side, world, messages, quick ? scrolling.quick : scrolling.usual);
    const none = await cost(0);
    const few = await cost(short);
    const many = await cost(longest);
    return {
      shown200: few.shown,
      shown5000: many.shown,
      shownApart: many.shown / few.shown,
      fps200: few.scroll.fps,
      fps5000: many.scroll.fps,
      fpsApart: few.scroll.fps / many.scroll.fps,
      dropped200: few.scroll.dropped,
      dropped5000: many.scroll.dropped,
      longestTask: many.scroll.longestTask,
      blank: many.scroll.blank,
      reply0: none.reply,
      reply200: few.reply,
      reply5000: many.reply,
      replyApart: many.reply / none.reply,
      replyCpuApart: many.replyCpu / none.replyCpu,
      replyDropped: many.replyDropped,
      nodes: many.nodes,
      elements: many.elements,
      elementsScrolling: many.scroll.elements,
      heap: many.heap - none.heap,
      heapScrolled: many.heapScrolled - none.heap,
    };
  },
};

async function costOf(side: Side, world: World, messages: number, seconds: number): Promise<Cost> {
  const prepared = await prepare(side, world, request, { messages, watchers: [watchScroll] });
  const { page } = prepared;
  try {
    const shown = messages === 0 ? Number.NaN : await page.ask<number>('benchOpening.shown');
    const heap = await collected(prepared);
    const nodes = await page.ask<number>(`(${countNodes})()`);
    const elements = await page.ask<number>(`document.getElementsByTagName('*').length`);
    const scroll = messages === 0 ? unscrolled : await scrolled(page, seconds);
    const heapScrolled = await collected(prepared);
    const before = await prepared.used();
    await prepared.send();
    const recording = await prepared.finished();
    const used = since(before, await prepared.used());
    return {
      shown,
      heap,
      nodes,
      elements,
      scroll,
      heapScrolled,
      reply: used.mainThread,
      replyCpu: used.mainCpu,
      replyDropped: smoothness(recording).dropped,
    };
  } finally {
    await prepared.close();
  }
}

async function collected({ page }: PreparedPage): Promise<number> {
  await page.send('HeapProfiler.collectGarbage');
  const { usedSize } = await page.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

function countNodes(): number {
  const walker = document.createTreeWalker(document);
  let count = 1;
  while (walker.nextNode()) count += 1;
  return count;
}
