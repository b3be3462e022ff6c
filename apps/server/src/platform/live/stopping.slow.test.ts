import { expect, test } from 'vitest';
import { startWithPeople } from '../../testing/people.ts';
import { connect } from '../../testing/sockets.ts';

test('a server that needs twelve seconds to close its sockets still closes each properly', async () => {
  const server = await startWithPeople('sqlite', {
    // Otherwise the close would be over at once.
    liveTimes: { between: 4_000, stopping: 20_000 },
  });
  const { access_token } = await server.signUp('ada');
  const sockets = await Promise.all([1, 2, 3, 4].map(() => connect(server, access_token)));
  const began = performance.now();
  await server.app.close();
  expect(performance.now() - began).toBeGreaterThan(11_000);
  const codes = await Promise.all(sockets.map(({ closed }) => closed));
  expect(codes).toEqual([1012, 1012, 1012, 1012]);
});
