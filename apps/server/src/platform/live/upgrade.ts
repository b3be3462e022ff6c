import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveLimits, livePath } from '@polylogue/contract';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { nothingHere } from '../http/faults.ts';
import { refuse } from '../http/refuse.ts';
import { timeToRead } from '../http/request-timeouts.ts';
import { type RequestChecks, refuseAfter } from '../http/serve.ts';
import { addressBlock } from '../network/address-block.ts';
import { callerAddress } from '../network/proxies.ts';
import type { Hub } from './hub.ts';
import { socketLimits } from './times.ts';

/** Any other upgrade request is answered like an ordinary one. */
export const isUpgrade = ({ url, headers }: IncomingMessage): boolean =>
  url === livePath && headers.upgrade?.toLowerCase() === 'websocket';

interface UpgradeDeps {
  hub: Pick<Hub, 'accept'>;
  /** The public origin. */
  origin: () => string;
  isStopping: () => boolean;
  isOverloaded: () => boolean;
  limits: Pick<RequestChecks['limits'], 'address'>;
}

/**
 * Opens sockets at /live. An upgrade first passes through the same steps as any request: the same headers, log and
 * refusals.
 */
export function liveUpgrade(app: FastifyInstance, deps: UpgradeDeps) {
  const { hub, origin, isStopping, isOverloaded, limits } = deps;
  const upgrades = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>();
  /** How many sockets without a known owner there are, by address. */
  const strangers = new Map<string, number>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: liveLimits.frameBytes,
    perMessageDeflate: false,
  });

  app.server.on('upgrade', (request, socket: Duplex, head) => {
    socket.on('error', () => socket.destroy());
    if (isUpgrade(request)) upgrades.set(request, { socket, head });
    const response = new ServerResponse(request);
    // A refused caller's connection is closed.
    response.shouldKeepAlive = false;
    response.once('finish', () => {
      socket.end();
      // A caller that does not hang up would keep the connection, and the server from stopping.
      setTimeout(() => socket.destroy(), timeToRead).unref();
    });
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0]);
    app.routing(request, response);
  });

  function count(address: string, change: 1 | -1) {
    const sum = (strangers.get(address) ?? 0) + change;
    if (sum > 0) strangers.set(address, sum);
    else strangers.delete(address);
  }

  app.route({
    method: 'GET',
    url: livePath,
    exposeHeadRoute: false,
    async handler(request, reply) {
      const upgrade = upgrades.get(request.raw);
      if (!upgrade) throw nothingHere;
      if (request.headers.origin !== new URL(origin()).origin) {
        refuse('foreign-site', 'Another website sent this request. Use the app itself.');
      }
      if (isStopping()) refuse('not-ready', 'The server is stopping. Try again in a few seconds.');
      if (isOverloaded()) refuse('busy', 'The server is overloaded. Try again in a few seconds.');
      const address = addressBlock(callerAddress(request));
      refuseAfter(await limits.address('live', address));
      if ((strangers.get(address) ?? 0) >= socketLimits.strangers) {
        refuse('too-many', 'Too many attempts. Please try again later.', { 'retry-after': '5' });
      }
      reply.hijack();
      reply.raw.detachSocket(upgrade.socket as Parameters<typeof reply.raw.detachSocket>[0]);
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (ws) => {
        count(address, 1);
        let isCounted = true;
        hub.accept(ws, () => {
          if (isCounted) count(address, -1);
          isCounted = false;
        });
      });
    },
  });
}
