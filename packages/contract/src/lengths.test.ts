import { expect, test } from 'vitest';
import type { z } from 'zod';
import { holding, requestTexts } from './testing/request-texts.ts';
import { ProfileChange } from './user.ts';

/** What is wrong with a request, those of a choice among shapes included. */
const issuesIn = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
  issues.flatMap((issue) => (issue.code === 'invalid_union' ? issue.errors.flatMap(issuesIn) : [issue]));

test.each(requestTexts)('what is too long is refused for that alone: $name [CHECK-64]', ({ shape, path }) => {
  // No pattern takes this, and none is asked.
  const { error } = shape.safeParse(holding(path, '\0\u0301'.repeat(30_000)));
  const wrong = issuesIn(error?.issues ?? []).filter((issue) => issue.path.join('.') === path.join('.'));
  expect(wrong).not.toEqual([]);
  for (const { code, message } of wrong)
    expect(code === 'too_big' || /must have at most [\d,]+ characters$/.test(message), message).toBe(true);
});

test('accents are normalised only where a user may have typed them', () => {
  const said = (bio: string) => ProfileChange.safeParse({ bio });
  expect(said(`${'e\u0301'.repeat(500)}${'a'.repeat(500)}`).data?.bio).toHaveLength(1000);
  expect(said(`e${'\u0301\u0323'.repeat(15)}`).success).toBe(true);
  expect(said(`e${'\u0301\u0323'.repeat(16)}`).error?.issues[0]?.message).toBe(
    'Bio must not have more than 30 accents on one letter',
  );
});
