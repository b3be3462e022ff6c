import '../../person/testing/browser.ts';
import type { OwnSpace } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { wayBack } from './leave-dialog.tsx';

const words = (role: OwnSpace['role'], archived_at: number | null) =>
  wayBack({ role, space: { archived_at } } as OwnSpace);

test('who leaves reads who can reopen an archived space, and how to come back to another', () => {
  expect(words('owner', 1)).toBe(
    'If it has a host, they become its owner and can reopen it; otherwise it stays archived.',
  );
  expect(words('member', 1)).toBe('You cannot come back unless its owner reopens it.');
  expect(words('host', null)).toBe('To come back, you need an invitation, unless the space is public.');
});
