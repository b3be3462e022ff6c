import { type Attack, attacksOn, repeats, textOf } from './attack.ts';

/**
 * A text at which the pattern looks so often that the caller has to wait; undefined when none is found. What counts
 * is the time it really takes: analysers were tried, and overlook some patterns or accuse harmless ones.
 */
export function worstFor(pattern: RegExp): Attack | undefined {
  if (!repeats(pattern)) return undefined;
  // It is compiled when it meets the first text of each width.
  for (const text of ['a', 'a', '中', '中']) matches(pattern, text);
  for (const attack of attacksOn(pattern)) {
    if (explodes(pattern, attack) || steps.every((step) => isOver(pattern, attack, step))) return attack;
  }
  return undefined;
}

/** Lengths of a text, and how many times as much as reading it once it may cost to look through it. */
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

/** Whether a short text takes a millisecond already, since every repetition makes it twice as long. */
function explodes(pattern: RegExp, { before, again, after }: Attack): boolean {
  return [8, 12, 16, 20].some((times) => {
    const text = before + again.repeat(times) + after;
    return isSlow(() => timeOf(() => matches(pattern, text)).time);
  });
}

/** Whether something costs more than one, again and again: a busy machine is slow now and then, a bad pattern always. */
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

/** What is found is worth something: as much as reading so many characters. */
const aMatch = 100;

/** How many matches a pattern finds in a text, looking for all of them as `replace` does. */
function matches(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  if (!pattern.global) return Number(pattern.test(text));
  let count = 0;
  for (; pattern.test(text); count++) if (pattern.lastIndex === 0 || count > text.length) break;
  return count;
}
