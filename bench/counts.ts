import type { PageQuestion, Sample } from './question.ts';
import { kinds, prepare, type ReplyRequest } from './reply.ts';
import { sum } from './statistics.ts';
import type { World } from './world.ts';

/** What one step of the reply cost: DOM nodes touched, and what the renderer counts of itself. */
interface Step {
  nodes: number;
  lines: number;
  inlined: number;
  rendered: number;
}

/** What the counter in the page answers to, at `globalThis.benchCounter`. */
interface Counter {
  /** Settles when nothing has changed for `frames` frames and all code is coloured, with all that was counted since the last time. */
  settled(frames: number): Promise<Step>;
}

// What arrives in one frame at 200 tokens a second, rounded up.
const step = 4;
/** Tokens counted at each end: of a mixed reply enough for every kind of block, and in the long run for the rarest of them. */
function stretchOf(kind: ReplyRequest['kind']): number {
  if (process.env.LONG_RUN === 'true') return 800;
  return kind === 'mixed' ? 400 : 200;
}
const ends = [2000, 20_000] as const;

/**
 * The same on every machine, since the imitation releases its pieces in batches: each batch is a frame's worth, and
 * the next one comes when the page has processed it.
 */
export const counts: PageQuestion[] = kinds.map((kind) => ({
  name: `counts-${kind}`,
  asks: `The work of one frame in a reply of 20,000 tokens${kind === 'mixed' ? '' : `, one ${kind}`}: is it bounded, and the same early and late?`,
  sides: ['ours'],
  takes: () => 40,
  isSteady: true,
  rows: [
    { says: 'DOM nodes touched a frame, mean at 2,000', of: 'nodesAt2k', unit: '' },
    { says: 'DOM nodes touched a frame, mean at 20,000', of: 'nodesAt20k', unit: '' },
    { says: 'DOM nodes touched a frame, 20,000 to 2,000', of: 'nodesApart', unit: '×' },
    { says: 'DOM nodes touched, the most in one frame', of: 'nodesMost', unit: '' },
    { says: 'components rendered a frame, 20,000 to 2,000', of: 'renderedApart', unit: '×' },
    { says: 'components rendered, the most in one frame', of: 'renderedMost', unit: '' },
    { says: 'lines read, the most in one frame', of: 'linesMost', unit: '' },
    { says: 'inline texts read, the most in one frame', of: 'inlinedMost', unit: '' },
  ],
  measure: (_, world) => counted(world, { tokens: ends[1], rate: 'wire', kind }),
}));

async function counted(world: World, request: ReplyRequest): Promise<Sample> {
  const stretch = stretchOf(request.kind);
  const prepared = await prepare('ours', world, request, { watchers: [installCounter] });
  const settled = (frames: number) => prepared.page.ask<Step>(`benchCounter.settled(${frames})`, 60_000);
  try {
    world.order({ do: 'hold' });
    await prepared.send();
    const stretches: Step[][] = [];
    let given = 0;
    for (const end of ends) {
      const before = end - stretch - given;
      // in parts, or the reply would grow by more than ever arrives together
      for (let part = 0; part < before; part += 400) {
        world.order({ do: 'release', pieces: Math.min(400, before - part) });
        await settled(8);
      }
      await settled(30);
      const steps: Step[] = [];
      for (let at = 0; at < stretch; at += step) {
        world.order({ do: 'release', pieces: step });
        steps.push(await settled(3));
      }
      stretches.push(steps);
      given = end;
    }
    return compared(stretches[0] ?? [], stretches[1] ?? []);
  } finally {
    world.order({ do: 'release' });
    await prepared.close();
  }
}

function compared(early: readonly Step[], late: readonly Step[]): Sample {
  const mean = (steps: readonly Step[], of: keyof Step) => sum(steps.map((one) => one[of])) / steps.length;
  const all = [...early, ...late];
  // zero means that counting failed
  const most = (of: keyof Step) => Math.max(...all.map((one) => one[of])) || Number.NaN;
  const apart = (of: keyof Step) => mean(late, of) / mean(early, of);
  return {
    nodesAt2k: mean(early, 'nodes'),
    nodesAt20k: mean(late, 'nodes'),
    nodesApart: apart('nodes'),
    nodesMost: most('nodes'),
    renderedApart: apart('rendered'),
    renderedMost: most('rendered'),
    linesMost: most('lines'),
    inlinedMost: most('inlined'),
  };
}

function installCounter(): void {
  const zero = () => ({ lines: 0, inlined: 0, rendered: 0 });
  let nodes = 0;
  let before = zero();
  let isQuiet = true;
  // A worker that is late colours the lines of several steps in one frame.
  let uncoloured = 0;
  const post = Worker.prototype.postMessage as (this: Worker, message: unknown) => void;
  const watched = new WeakSet<Worker>();
  Worker.prototype.postMessage = function (message: { lines?: unknown }) {
    if (message.lines) uncoloured += 1;
    if (!watched.has(this)) {
      watched.add(this);
      this.addEventListener('message', ({ data }) => {
        if (data.remaining === 0) uncoloured -= 1;
      });
    }
    post.call(this, message);
  };
  const withChildren = (node: Node): number =>
    1 + [...node.childNodes].reduce((total, child) => total + withChildren(child), 0);
  new MutationObserver((records) => {
    isQuiet = false;
    for (const { type, target, addedNodes, removedNodes } of records) {
      // The title and the sidebar take in the new conversation once, at whatever length the reply is by then.
      if (!document.querySelector('[role=log]')?.contains(target)) continue;
      if (type !== 'childList') nodes += 1;
      else for (const node of [...addedNodes, ...removedNodes]) nodes += withChildren(node);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  const counter: Counter = {
    settled: (frames) =>
      new Promise((resolve) => {
        let quiet = 0;
        function check() {
          quiet = isQuiet && uncoloured === 0 ? quiet + 1 : 0;
          isQuiet = true;
          if (quiet < frames) return requestAnimationFrame(check);
          const now = { ...zero(), ...(globalThis as { polylogueCounts?: object }).polylogueCounts };
          resolve({
            nodes,
            lines: now.lines - before.lines,
            inlined: now.inlined - before.inlined,
            rendered: now.rendered - before.rendered,
          });
          nodes = 0;
          before = now;
        }
        requestAnimationFrame(check);
      }),
  };
  Object.assign(globalThis, { benchCounter: counter });
}
