import { holding, type RequestText, requestTexts } from '@polylogue/contract/testing';
import { type Attack, attacksOn, textOf } from '../../checks/patterns/attack.ts';
import { patternsOfProduct } from '../../checks/patterns/source.ts';
import type { Sample, ServerQuestion } from '../question.ts';

/** Characters: no text is looked into that is longer than the first, and a body holds no more than the last. */
const lengths = { allowed: [64, 254, 1_024, 3_000, 6_000], quarter: [16_000], whole: [64_000] };

/** What makes a check of the contract look far, and what any of them could trip over. */
function attacks(most: number): Attack[] {
  const written = patternsOfProduct().written.filter(({ places }) =>
    places.some((place) => place.startsWith('packages/contract/')),
  );
  const ofPatterns = written.flatMap(({ pattern }) => {
    const all = [...attacksOn(pattern)];
    return all.filter((_, at) => at % Math.ceil(all.length / most) === 0);
  });
  const ofText = [
    'a',
    ' ',
    '\n',
    '\r',
    '.',
    '-',
    'é',
    '🐍',
    'e\u0301',
    '\u0301\u0323',
    `e${'\u0301\u0323'.repeat(15)}`,
  ];
  return [...ofPatterns, ...ofText.map((again) => ({ before: 'a', again, after: '\0' }))];
}

/** Milliseconds of the slowest check of a text of one of these lengths. */
function slowest(attacks: readonly Attack[], lengths: readonly number[]): number {
  let most = 0;
  for (const field of requestTexts) {
    for (const length of lengths) {
      for (const attack of attacks) most = Math.max(most, costOf(field, textOf(attack, length)));
    }
  }
  return most;
}

/** The best of a few: what is slow once had to wait for something else. */
function costOf({ shape, path }: RequestText, text: string): number {
  const request = holding(path, text);
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 10 && least > 0.05; tries++) {
    const began = performance.now();
    shape.safeParse(request);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

export const checks: ServerQuestion = {
  name: 'server-checks',
  asks: 'How long can the checks of one text in a request take, when it is made to be looked through again and again?',
  sides: ['ours'],
  rows: [
    { says: 'the slowest, as long as it may be', of: 'allowed', unit: 'ms' },
    { says: 'the slowest of a whole body', of: 'whole', unit: 'ms' },
    { says: 'a whole body to a quarter', of: 'apart', unit: '×' },
  ],
  takes: ({ quick }) => (quick ? 10 : 60),
  async measureServer(_side, { quick }): Promise<Sample> {
    const tried = attacks(quick ? 5 : 60);
    const whole = slowest(tried, lengths.whole);
    return {
      allowed: slowest(tried, lengths.allowed),
      whole,
      apart: whole / slowest(tried, lengths.quarter),
    };
  },
};
