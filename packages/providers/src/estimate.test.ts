import { expect, test } from 'vitest';
import { estimateFileTokens, estimateTokens, tokenRatioOf } from './estimate.ts';

// About what today's tokenizers make of such texts: an estimate is held to within a third or so, not to a count.
test.each([
  ['plain English', 'The quick brown fox jumps over the lazy dog, and nobody minds at all. '.repeat(20), 320],
  ['code', "if (count > 50) return { name: 'river', size: 12 };\n".repeat(20), 380],
  ['Russian', 'Быстрая коричневая лиса прыгает через ленивую собаку. '.repeat(20), 300],
  ['Chinese', '敏捷的棕色狐狸跳过了懒狗。'.repeat(20), 240],
  ['Japanese', '素早い茶色の狐がのろまな犬を飛び越える。'.repeat(20), 360],
])('%s is estimated within a third [COST-11]', (_, text, tokens) => {
  const ratio = estimateTokens(text) / tokens;
  expect(ratio).toBeGreaterThan(2 / 3);
  expect(ratio).toBeLessThan(4 / 3 + 0.2);
});

test('an empty text has no tokens, and any other at least one', () => {
  expect(estimateTokens('')).toBe(0);
  expect(estimateTokens('a')).toBe(1);
});

test('files count by rule [COST-11]', () => {
  expect(estimateFileTokens('image/png', 5_000_000)).toBe(1_200);
  expect(estimateFileTokens('application/pdf', 600_000)).toBe(18_000);
  expect(estimateFileTokens('text/plain', 4_000)).toBe(920);
});

test('newer Claude models count about a third more', () => {
  expect(tokenRatioOf('anthropic', 'claude-opus-5-5')).toBe(1.3);
  expect(tokenRatioOf('anthropic', 'claude-haiku-4-5')).toBe(1);
});
