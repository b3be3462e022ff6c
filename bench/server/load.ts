import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** One request of a load, as bytes. */
export type Request = (number: number) => string;

/** What a load met. */
export interface Met {
  /** Milliseconds from when each request was sent, or would have been, until its answer came; as they came. */
  times: number[];
  /** How many answers had each status. */
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
export async function load(port: number, request: Request, rate: number, seconds: number): Promise<Met> {
  const met: Met = { times: [], statuses: new Map() };
  const total = rate * seconds;
  const lines = Array.from({ length: 32 }, () => line(port, met));
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
  while (met.times.length < total && performance.now() < giveUpAt) await wait(5);
  for (const { end } of lines) end();
  if (met.times.length < total) throw new Error(`${total - met.times.length} requests were never answered.`);
  return met;
}

/** One keep-alive connection; what does not fit waits its turn. */
function line(port: number, met: Met) {
  const queue: { bytes: string; due: number }[] = [];
  let asked: { due: number } | undefined;
  let heard = '';
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const isOpen = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });

  function next() {
    const first = queue.shift();
    asked = first;
    if (first) socket.write(first.bytes);
  }
  socket.setEncoding('latin1');
  socket.on('data', (bytes: string) => {
    heard += bytes;
    const whole = lengthOf(heard);
    if (!asked || whole === undefined || heard.length < whole) return;
    met.times.push(performance.now() - asked.due);
    const status = Number(heard.slice(9, 12));
    met.statuses.set(status, (met.statuses.get(status) ?? 0) + 1);
    heard = heard.slice(whole);
    next();
  });
  return {
    isOpen,
    waiting: () => queue.length + (asked ? 1 : 0),
    send(bytes: string, due: number) {
      queue.push({ bytes, due });
      if (!asked) next();
    },
    end: () => void socket.destroy(),
  };
}

/** How long a whole answer is, once its head has come. */
function lengthOf(heard: string): number | undefined {
  const head = heard.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(heard) ?? [];
  return length === undefined ? undefined : head + 4 + Number(length);
}
