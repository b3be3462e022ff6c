import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { must } from './person.ts';
import { serverProcess } from './server-process.ts';

const each = 150;
const seconds = 1000;
/** The time limits for the headers and for the whole request (milliseconds). */
const timeouts = { headers: 60 * seconds, request: 300 * seconds };

/** R21: callers who keep a connection busy with next to nothing, or with far too much. */
export const slowCallers: Fault = {
  name: 'slow-callers',
  summary: 'callers who drip headers or bodies, or send huge headers, are disconnected; others do not notice',
  async run(say) {
    const server = await serverProcess();
    const dripping: Socket[] = [];
    try {
      await server.start();
      const port = Number(new URL(server.url).port);
      const open = (first: string) => {
        // A stubborn client: keeps reading, and does not hang up when the server does.
        const socket = connect({ port, host: 'localhost', allowHalfOpen: true });
        socket.on('error', () => {}).resume();
        socket.write(first);
        return socket;
      };
      const headers = Array.from({ length: each }, () => open('GET /healthz HTTP/1.1\r\nhost: x\r\n'));
      const bodies = Array.from({ length: each }, () =>
        open(
          'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
        ),
      );
      dripping.push(...headers, ...bodies);
      const closed = (sockets: Socket[]) => sockets.filter((socket) => socket.destroyed).length;
      const drip = setInterval(() => {
        for (const socket of headers) if (socket.writable) socket.write('x: y\r\n');
        for (const socket of bodies) if (socket.writable) socket.write(' ');
      }, 1000);

      const times: number[] = [];
      const began = performance.now();
      const took = () => Math.round((performance.now() - began) / seconds);
      const disconnected = async (sockets: Socket[], latest: number) => {
        while (performance.now() - began < latest && closed(sockets) < each) {
          const sentAt = performance.now();
          const { status } = await fetch(`${server.url}/healthz`);
          must(status === 200, `Others were answered ${status} meanwhile.`);
          times.push(performance.now() - sentAt);
          await wait(50);
        }
        must(closed(sockets) === each, `${each - closed(sockets)} are still there after ${took()} s.`);
        return took();
      };
      say(
        `${each} who drip headers were disconnected after ${await disconnected(headers, timeouts.headers)} s`,
      );
      say(
        `${each} who drip bodies were disconnected after ${await disconnected(bodies, timeouts.request)} s`,
      );
      clearInterval(drip);
      const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
      must(p99 < 200, `Others waited ${Math.round(p99)} ms (p99) meanwhile.`);
      say(`others were answered in ${Math.round(p99)} ms (p99)`);

      const huge = await answerTo(
        port,
        `GET /healthz HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(100_000)}\r\n\r\n`,
      );
      must(huge.startsWith('HTTP/1.1 431 '), `Huge headers were answered "${huge.slice(0, 40)}".`);
      const many = await answerTo(
        port,
        `GET /healthz HTTP/1.1\r\nhost: x\r\n${Array.from({ length: 5000 }, (_, at) => `h${at}: v\r\n`).join('')}\r\n`,
      );
      must(/^HTTP\/1\.1 (200|4\d\d) /.test(many), `5,000 headers were answered "${many.slice(0, 40)}".`);
      must(server.isAlive(), 'The server died.');
    } finally {
      for (const socket of dripping) socket.destroy();
      await server.remove();
    }
    return undefined;
  },
};

function answerTo(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, 'localhost', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk;
      socket.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}
