import { EventEmitter, once } from 'node:events';
import { type BrowserFrame, livePath, ServerFrame } from '@polylogue/contract';
import { type ClientOptions, WebSocket } from 'ws';
import { afterwards } from './lifetime.ts';
import type { People } from './people.ts';
import { patience } from './server.ts';

type Type = ServerFrame['type'];
type FrameOf<Name extends Type> = Extract<ServerFrame, { type: Name }>;

/** The origin of test servers. */
const origin = 'http://polylogue.test';

interface Options extends ClientOptions {
  path?: string;
  from?: string;
}

/** A browser's socket, and every frame it received. */
export async function openSocket(
  { url }: Pick<People, 'url'>,
  { path = livePath, from = '203.0.113.1', ...options }: Options = {},
) {
  const ws = new WebSocket(url.replace('http', 'ws') + path, {
    origin,
    ...options,
    headers: { 'x-forwarded-for': from, ...options.headers },
  });
  const frames: ServerFrame[] = [];
  const closed = new Promise<number>((resolve) => ws.once('close', resolve));
  const arrivals = new EventEmitter<{ frame: [] }>().setMaxListeners(0);
  ws.on('message', (text) => {
    frames.push(ServerFrame.parse(JSON.parse(String(text))));
    arrivals.emit('frame');
  });
  afterwards(() => ws.terminate());
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('unexpected-response', (_, { statusCode }) => reject(new Error(`${statusCode}`)));
    ws.once('error', reject);
  });
  // Errors on sockets that are closed on purpose must not fail a test.
  ws.on('error', () => {});

  const all = <Name extends Type>(type: Name) =>
    frames.filter((frame): frame is FrameOf<Name> => frame.type === type);
  return {
    ws,
    frames,
    closed,
    all,
    send: (frame: BrowserFrame) => ws.send(JSON.stringify(frame)),
    /** The first matching frame of a type, once it has arrived. */
    async next<Name extends Type>(type: Name, fits: (frame: FrameOf<Name>) => boolean = () => true) {
      const signal = AbortSignal.timeout(patience);
      for (;;) {
        const one = all(type).find(fits);
        if (one) return one;
        await once(arrivals, 'frame', { signal }).catch(() => {
          throw new Error(`No ${type} came: ${JSON.stringify(frames)}`);
        });
      }
    },
  };
}

/** A socket that has sent hello and received the welcome. */
export async function connect(
  server: Pick<People, 'url' | 'call'>,
  token: string,
  after: Record<string, number> = { account: 0 },
  options: Options = {},
) {
  const socket = await openSocket(server, options);
  socket.send({ type: 'hello', ticket: await ticketOf(server, token), after });
  await socket.next('welcome');
  return socket;
}

export async function ticketOf({ call }: Pick<People, 'call'>, token: string): Promise<string> {
  const { body } = await call('POST', '/api/v1/live/tickets', { token });
  return (body as unknown as { ticket: string }).ticket;
}
