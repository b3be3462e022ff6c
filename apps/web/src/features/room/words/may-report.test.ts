import { expect, test } from 'vitest';
import { mayReport } from './may-report.ts';

test.each([
  ['me', 'owner', false],
  ['ben', 'owner', true],
  // Their account is gone: then it is the owner who is reported, if there is one.
  [null, 'owner', true],
  [null, 'me', false],
  [null, null, false],
] as const)(
  'whether what %s wrote is offered to be reported in a space of %s: %j [SPACE-34]',
  (author, owner_id, expected) => {
    expect(mayReport(author, { me: 'me', owner_id })).toBe(expected);
  },
);
