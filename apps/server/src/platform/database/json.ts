import type { z } from 'zod';
import { membersOf } from '../json/members.ts';

/** The contents of a JSON column, validated: rows outlive the code that wrote them. */
export function readJson<Value>(shape: z.ZodType<Value>, text: string): Value {
  return shape.parse(JSON.parse(text));
}

/**
 * The same of an object that people fill; of each value the first keys and items, as `membersOf` counts them. Before there was a limit they could
 * be any number, and looking at all of them would stop everybody else.
 */
export const readCutJson = <Value>(shape: z.ZodType<Value>, text: string, ...cut: [number, number?]): Value =>
  shape.parse(Object.fromEntries(membersOf(text, ...cut).map(({ name, cut }) => [name, JSON.parse(cut)])));
