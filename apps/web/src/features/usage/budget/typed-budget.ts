import { typedCount } from '../../../lib/text/counts.ts';

/** Cents are enough. */
const highest = 1_000_000;

/** An amount as a person types it, in millionths of a US dollar; null: it is none. */
export function microsOf(typed: string): number | null {
  const [, whole = '', cents = ''] = /^\$?(.*?)(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? [];
  const micros = typedCount(whole) * 1_000_000 + Number(cents.padEnd(2, '0')) * 10_000;
  return micros > 0 && micros <= highest * 1_000_000 ? micros : null;
}
