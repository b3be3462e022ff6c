import { expect, test } from 'vitest';
import { personColour } from './person-colour.ts';

test('a person has the same colour everywhere', () => {
  expect(personColour('01JD9Z')).toBe(personColour('01JD9Z'));
});

test('people are spread over all eight colours, about evenly [LOOK-20]', () => {
  const people = Array.from({ length: 800 }, (_, at) => personColour(`user-${at}`));
  const counted = Map.groupBy(people, (colour) => colour);
  expect([...counted.keys()].sort()).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `var(--person-${number})`),
  );
  for (const [, same] of counted) expect(same.length).toBeGreaterThan(60);
});
