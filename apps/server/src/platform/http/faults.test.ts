import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually, startServer } from '../../testing/server.ts';

test('a client that sends nonsense and does not hang up is disconnected', async () => {
  const { port } = await startServer();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
    socket.write('NONSENSE\r\n\r\n'),
  );
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  socket.on('error', () => {});
  // Only writing shows whether the other side is still there.
  const drip = setInterval(() => socket.write('x'), 50);
  onTestFinished(() => {
    clearInterval(drip);
    socket.destroy();
  });
  await eventually(() => expect(socket.destroyed).toBe(true));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});
