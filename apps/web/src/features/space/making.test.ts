import '../person/testing/browser.ts';
import { expect, test } from 'vitest';
import { peopleServer } from '../person/testing/people-server.ts';
import { createSpace, scheduleSession } from './making.ts';

test('a session that was entered anew after a lost answer is as it was entered last, and is one', async () => {
  const server = peopleServer();
  const first = { title: '', starts_at: 1_000, minutes: 60 };
  const post = 'POST /api/v1/spaces/s1/sessions';
  server.on(post, () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(scheduleSession('s1', 'one', first)).rejects.toThrow('Failed to schedule the session');
  const stored = { session_id: 'one', ...first, title: null };
  server.on(post, () => Response.json({ session: stored, head: 1 }));
  server.on('PUT /api/v1/spaces/s1/sessions/one', () => Response.json({ session: stored, head: 2 }));
  await scheduleSession('s1', 'one', first);
  expect(server.times('PUT /api/v1/spaces/s1/sessions/one')).toBe(0);
  await scheduleSession('s1', 'one', { ...first, starts_at: 2_000 });
  expect(server.asked.at(-1)).toMatchObject({
    what: 'PUT /api/v1/spaces/s1/sessions/one',
    body: { starts_at: 2_000 },
  });
});

test('a space that was entered anew after a lost answer is as it was entered last, and is one', async () => {
  const server = peopleServer();
  const first = { space_id: 's1', name: 'Gardn', about: '', visibility: 'link' as const };
  const space = { ...first, about: null };
  server.on('POST /api/v1/spaces', () => Response.json({ space }));
  server.on('PUT /api/v1/spaces/s1', () => Response.json({ space: { ...space, name: 'Garden' } }));
  await createSpace(first);
  expect(server.times('PUT /api/v1/spaces/s1')).toBe(0);
  expect(await createSpace({ ...first, name: 'Garden' })).toMatchObject({ space: { name: 'Garden' } });
  expect(server.asked.at(-1)?.body).toMatchObject({ name: 'Garden', visibility: 'link' });
});

test('a space or a session with a decomposed name, as it comes from a file, is made with one request', async () => {
  const server = peopleServer();
  const [typed, stored] = ['Cafe\u0301', 'Caf\u00e9'];
  const space = { space_id: 's1', name: stored, about: stored, visibility: 'link' as const };
  const session = { session_id: 'one', title: stored, starts_at: 1_000, minutes: 60 };
  server.on('POST /api/v1/spaces', () => Response.json({ space }));
  server.on('POST /api/v1/spaces/s1/sessions', () => Response.json({ session, head: 1 }));
  await createSpace({ ...space, name: typed, about: typed });
  await scheduleSession('s1', 'one', { title: typed, starts_at: 1_000, minutes: 60 });
  expect(server.asked.filter(({ what }) => what.startsWith('PUT'))).toEqual([]);
});
