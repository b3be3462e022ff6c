import '../../person/testing/browser.ts';
import type { OwnSpace, SpaceMember } from '@polylogue/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serverNow } from '../../../api/index.ts';
import { peopleServer } from '../../person/testing/people-server.ts';
import { actionsFor } from './listed-member.tsx';

test('Mute for an hour lasts an hour from the press, however long the list has been there [TOLD-05]', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const server = peopleServer();
  const can = { mute: true, make_hosts: false, set_roles: false, hand_over: false, remove: false };
  const own = { space: { space_id: 's1' }, can, role: 'host' } as OwnSpace;
  const ben = { user_id: 'ben', role: 'member', muted_until: null } as SpaceMember;
  const actions = actionsFor(own, ben, 'Ben', (label) => ({ label, act() {} }));
  vi.setSystemTime(50 * 60_000);
  actions.find(({ label }) => label === 'Mute for an hour')?.act?.();
  expect(server.asked).toMatchObject([{ body: { muted_until: serverNow() + 60 * 60_000 } }]);
});
