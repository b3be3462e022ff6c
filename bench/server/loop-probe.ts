/** What the server's main thread did between `begin` and `end` (milliseconds of CPU). */
export interface LoopReading {
  busy: number;
  /** In one piece, at most; up to `resolution` more than it was. */
  longest: number;
}

// Loaded into the server before everything else (`--import`).
const resolution = 2;
const nothing = new Int32Array(new SharedArrayBuffer(4));

function cpu(): number {
  // The system brings a thread's account up to date when it sleeps.
  Atomics.wait(nothing, 0, 0, 0.01);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

let timer: NodeJS.Timeout | undefined;
let began = 0;
let last = 0;
let looks = 0;
let longest = 0;
/** What it costs to look once. */
let own = Number.POSITIVE_INFINITY;

function look() {
  const now = cpu();
  looks += 1;
  longest = Math.max(longest, now - last);
  own = Math.min(own, now - last);
  last = now;
}

process.on('message', (order) => {
  if (order === 'begin') {
    longest = 0;
    looks = 0;
    began = cpu();
    last = began;
    timer = setInterval(look, resolution);
    process.send?.('begun');
  }
  if (order !== 'end') return;
  // Once more around, so that the last piece is counted, too.
  setTimeout(() => {
    clearInterval(timer);
    look();
    process.send?.({ busy: Math.max(0, last - began - looks * own), longest } satisfies LoopReading);
  }, 2 * resolution);
});
