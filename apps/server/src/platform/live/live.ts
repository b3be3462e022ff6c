import { liveRoutes } from '@polylogue/contract';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { feedStore } from '../feed/feeds.ts';
import { scheduleMaintenance } from '../files/maintenance.ts';
import { type HttpDeps, serve } from '../http/serve.ts';
import { type Hub, type HubDeps, hub } from './hub.ts';
import { type NodeBus, oneNode, postgresBus } from './node-bus.ts';
import { ownTickets, sharedTickets } from './tickets.ts';
import { type LiveTimes, liveTimes } from './times.ts';
import { liveUpgrade } from './upgrade.ts';

interface LiveDeps extends Pick<HubDeps, 'validSignIns' | 'noteUse'> {
  database: Database;
  /** The PostgreSQL database, if there may be other nodes. */
  databaseUrl: string | undefined;
  origin: () => string;
  isStopping: () => boolean;
  isOverloaded: () => boolean;
  /** Milliseconds since 1970, and milliseconds on a monotonic clock. */
  now: () => number;
  steady: () => number;
  times?: Partial<LiveTimes> | undefined;
}

export type LiveSockets = Omit<Hub, 'accept' | 'close' | 'receive' | 'size'>;

/** Sockets over which browsers learn of changes; the feeds remain the source of truth. */
export function liveSockets(http: HttpDeps, deps: LiveDeps): LiveSockets {
  const { app } = http;
  const { database, databaseUrl } = deps;
  const log = (message: string, error: unknown) => app.log.error({ err: error }, message);
  const times = { ...liveTimes, ...deps.times };
  const ofAllNodes = databaseUrl ? sharedTickets(database.db, deps.now) : undefined;
  const tickets = ofAllNodes ?? ownTickets(deps.now);
  const bus = databaseUrl ? busOn(databaseUrl) : oneNode;
  const sockets: Hub = hub({
    tickets,
    validSignIns: deps.validSignIns,
    noteUse: deps.noteUse,
    heads: feedStore(database.db).heads,
    bus,
    now: deps.steady,
    log,
    times,
  });

  function busOn(url: string): NodeBus {
    return postgresBus({
      url,
      notify: async (channel, payload) =>
        void (await sql`select pg_notify(${channel}, ${payload})`.execute(database.db)),
      onEntry: (entry) => sockets.receive(entry),
      log,
    });
  }

  app.addHook('preClose', () => sockets.close());
  app.addHook('onClose', () => bus.close());
  if (ofAllNodes) scheduleMaintenance(app, ofAllNodes);
  serve(http, liveRoutes, { ticket: async (_, caller) => ({ ticket: await tickets.issue(caller) }) });
  liveUpgrade(app, { ...deps, hub: sockets, limits: http.gate.limits });
  return sockets;
}
