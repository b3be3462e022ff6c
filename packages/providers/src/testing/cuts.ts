import { expect } from 'vitest';
import type { ProviderName } from '../question.ts';
import { encoded, heard, joined, network, questionOf, stream } from './network.ts';

/** Hears a stream whole, then cut at every place, in single bytes, and with the other line ends. */
export async function expectSameWhereverCut(
  type: ProviderName,
  text: string,
  config: { endpoint?: string; model?: string } = {},
) {
  const events = async (text: string, cuts: number[]) =>
    joined(await heard(questionOf(type, config), network(stream(text, cuts))));
  const whole = await events(text, []);
  const length = encoded(text).length;
  for (let cut = 1; cut < length; cut++) expect(await events(text, [cut]), `cut at ${cut}`).toEqual(whole);
  const everywhere = Array.from({ length: length - 1 }, (_, index) => index + 1);
  expect(await events(text, everywhere)).toEqual(whole);
  for (const lineEnd of ['\r\n', '\r']) {
    const other = text.replaceAll('\n', lineEnd);
    const cuts = Array.from({ length: encoded(other).length - 1 }, (_, index) => index + 1);
    expect(await events(other, [])).toEqual(whole);
    expect(await events(other, cuts)).toEqual(whole);
  }
  return whole;
}
