import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** One request of a load, as bytes. */
export type Request = (number: number) => string;

/** How a load went. */
export interface LoadResult {
  /** Milliseconds from when each request was due until its response arrived; in order of arrival. */
  times: number[];
  /** How many responses had each status. */
  statuses: Map<number, number>;
}

export const get = (path: string, headers: Record<string, string> = {}): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`;
};

/**
 * Sends so many requests a second, one a timer's tick, whatever became of those before it: a server that pauses makes
 * all wait that come meanwhile, as people would. Its own client, since a general one costs more than the server.
 */
export async function load(
  port: number,
  request: Request,
  rate: number,
  seconds: number,
): Promise<LoadResult> {
  const result: LoadResult = { times: [], statuses: new Map() };
  const total = rate * seconds;
  const lines = Array.from({ length: 32 }, () => line(port, result));
  await Promise.all(lines.map(({ isOpen }) => isOpen));
  const began = performance.now() + 20;
  let sent = 0;
  while (sent < total) {
    const now = performance.now();
    for (; sent < total && began + (sent * 1000) / rate <= now; sent += 1) {
      const free = lines.reduce((best, one) => (one.waiting() < best.waiting() ? one : best));
      // Timed from now: that our own timer is late is not the server's doing. Waiting for a free line is.
      free.send(request(sent), now);
    }
    // A spinning loop would be more even, and take a core from the server and its database.
    await wait(1);
  }
  const giveUpAt = performance.now() + 30_000;
  while (result.times.length < total && performance.now() < giveUpAt) await wait(5);
  for (const { end } of lines) end();
  if (result.times.length < total)
    throw new Error(`${total - result.times.length} requests were never answered.`);
  return result;
}

/** One keep-alive connection; what does not fit waits its turn. */
function line(port: number, result: LoadResult) {
  const queue: { bytes: string; due: number }[] = [];
  let pending: { due: number } | undefined;
  let received = '';
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const isOpen = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });

  function next() {
    const first = queue.shift();
    pending = first;
    if (first) socket.write(first.bytes);
  }
  socket.setEncoding('latin1');
  socket.on('data', (bytes: string) => {
    received += bytes;
    const whole = lengthOf(received);
    if (!pending || whole === undefined || received.length < whole) return;
    result.times.push(performance.now() - pending.due);
    const status = Number(received.slice(9, 12));
    result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
    received = received.slice(whole);
    next();
  });
  return {
    isOpen,
    waiting: () => queue.length + (pending ? 1 : 0),
    send(bytes: string, due: number) {
      queue.push({ bytes, due });
      if (!pending) next();
    },
    end: () => void socket.destroy(),
  };
}

/** The length of the full response, once its head has arrived. */
function lengthOf(received: string): number | undefined {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received) ?? [];
  return length === undefined ? undefined : head + 4 + Number(length);
}
