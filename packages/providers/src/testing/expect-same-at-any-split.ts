import { expect } from 'vitest';
import type { ProviderName } from '../question.ts';
import { collectEvents, encoded, joined, network, questionOf, stream } from './network.ts';

/** Reads a stream whole, split at every place, in single bytes, and with the other line endings. */
export async function expectSameAtAnySplit(
  type: ProviderName,
  text: string,
  config: { endpoint?: string; model?: string } = {},
) {
  const events = async (text: string, splits: number[]) =>
    joined(await collectEvents(questionOf(type, config), network(stream(text, splits))));
  const whole = await events(text, []);
  const length = encoded(text).length;
  for (let split = 1; split < length; split++)
    expect(await events(text, [split]), `split at ${split}`).toEqual(whole);
  const everywhere = Array.from({ length: length - 1 }, (_, index) => index + 1);
  expect(await events(text, everywhere)).toEqual(whole);
  for (const lineEnd of ['\r\n', '\r']) {
    const other = text.replaceAll('\n', lineEnd);
    const splits = Array.from({ length: encoded(other).length - 1 }, (_, index) => index + 1);
    expect(await events(other, [])).toEqual(whole);
    expect(await events(other, splits)).toEqual(whole);
  }
  return whole;
}
