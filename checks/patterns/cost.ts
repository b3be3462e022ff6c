import { type Attack, attacksOn, repeats, textOf } from './attack.ts';

/**
 * A text that takes the pattern so long that the caller has to wait; undefined when none is found. The time is
 * measured: static analysers were tried, and they overlook some patterns and reject harmless ones.
 */
export function worstFor(pattern: RegExp): Attack | undefined {
  if (!repeats(pattern)) return undefined;
  // It is compiled at the first text of each character width.
  for (const text of ['a', 'a', '中', '中']) matches(pattern, text);
  for (const attack of attacksOn(pattern)) {
    if (explodes(pattern, attack) || steps.every((step) => isOver(pattern, attack, step))) return attack;
  }
  return undefined;
}

/** Lengths of a text, and how many times the cost of reading it once a search may cost. */
const steps = [
  { length: 1_000, most: 50 },
  { length: 4_000, most: 150 },
  { length: 16_000, most: 600 },
].map((step) => ({ ...step, once: once(step.length) }));

function once(length: number): number {
  const text = 'a'.repeat(length);
  return Math.min(...Array.from({ length: 50 }, () => timeOf(() => /^a*$/.test(text)).time));
}

function isOver(pattern: RegExp, attack: Attack, { length, most, once }: (typeof steps)[number]): boolean {
  const text = textOf(attack, length);
  return isSlow(() => {
    const { time, result } = timeOf(() => matches(pattern, text));
    return (time / once - (result * aMatch) / length) / most;
  }, 20);
}

/** Whether even a short text takes a millisecond: each repetition then doubles the time. */
function explodes(pattern: RegExp, { before, again, after }: Attack): boolean {
  return [8, 12, 16, 20].some((times) => {
    const text = before + again.repeat(times) + after;
    return isSlow(() => timeOf(() => matches(pattern, text)).time);
  });
}

/** Whether the cost exceeds one every time: a busy machine is slow now and then, a bad pattern always. */
function isSlow(cost: () => number, hopeless = Number.POSITIVE_INFINITY): boolean {
  for (let tries = 0; tries < 10; tries++) {
    const found = cost();
    if (found <= 1) return false;
    if (found > hopeless) return true;
  }
  return true;
}

function timeOf<Result>(work: () => Result): { time: number; result: Result } {
  const start = performance.now();
  const result = work();
  return { time: performance.now() - start, result };
}

/** The allowance for each match, in characters read. */
const aMatch = 100;

/** How many matches a pattern finds in a text, searching for all of them as `replace` does. */
function matches(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  if (!pattern.global) return Number(pattern.test(text));
  let count = 0;
  for (; pattern.test(text); count++) if (pattern.lastIndex === 0 || count > text.length) break;
  return count;
}
