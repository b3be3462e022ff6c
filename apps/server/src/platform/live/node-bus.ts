import { randomUUID } from 'node:crypto';
import type { OwnMarks, ServerFrame } from '@polylogue/contract';
import { doEach } from '../batches/do-each.ts';
import { openListener } from '../database/postgres-listen.ts';
import type { FeedKind } from './feed-source.ts';
import type { Present } from './presence.ts';

export type Delta = Extract<ServerFrame, { type: 'delta' }>;

/** What nodes publish to each other. Without rows: a node that needs them reads them. */
export type BusEntry =
  | { type: 'feed'; kind: FeedKind; id: string; seq: number }
  /** A person's sign-ins or rights have changed. */
  | { type: 'person'; user_id: string }
  | ({ type: 'presence' } & Present)
  | { type: 'typing'; key: string; user_id: string }
  /** A turn has changed in a way that concerns its own node or that of its next holder. */
  | { type: 'turn'; space_id: string; turn_id: string }
  /** A person has read something of a space, or chosen something for it, on one device; an older node does not say what. */
  | { type: 'read'; user_id: string; space_id: string; own?: OwnMarks }
  /** A person's friend requests have changed. */
  | { type: 'requests'; user_id: string }
  /** A piece of an answer, for everyone in a space who sees this person's questions. */
  | { type: 'delta'; asked_by: string; delta: Delta };

export interface NodeBus {
  publish(entry: BusEntry): void;
  /** Stays the same for as long as nothing was missed; undefined while that is uncertain. */
  epoch(): number | undefined;
  close(): Promise<void>;
}

/** For a server with a single process. */
export const oneNode: NodeBus = { publish() {}, epoch: () => 0, close: async () => {} };

interface BusDeps {
  /** The PostgreSQL database. */
  url: string;
  /** `pg_notify`, on a connection that is not writing: it locks the whole cluster until the commit. */
  notify(channel: string, payload: string): Promise<void>;
  onEntry(entry: BusEntry): void;
  log: (message: string, error: unknown) => void;
  times?: BusTimes;
}

interface BusTimes {
  /** How long to collect entries, and when to resend after a failure (milliseconds). */
  batchTime: number;
  retryTime: number;
  listening?: Parameters<typeof openListener>[0]['times'];
}

const channel = 'polylogue_live';
/** PostgreSQL accepts less than 8,000 bytes. */
const mostBytes = 7_500;
/** Of one message, without what surrounds its entries. */
const mostEntryBytes = mostBytes - 100;

/** Connects the nodes of one PostgreSQL database: an entry arrives within milliseconds, batched with others. */
export function postgresBus({
  url,
  notify,
  onEntry,
  log,
  times = { batchTime: 25, retryTime: 1_000 },
}: BusDeps): NodeBus {
  const node = randomUUID();
  /** By key, since a newer entry replaces an older one: of a feed, only the highest number matters. */
  const waiting = new Map<string, BusEntry>();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isClosed = false;
  let hasLoggedTooLarge = false;

  const listener = openListener({
    url,
    channels: { [channel]: receive },
    onBroken: (error) => log('live: other nodes are not heard; what they write is looked up instead', error),
    ...(times.listening && { times: times.listening }),
  });

  function receive(payload: string) {
    try {
      const { from, entries } = JSON.parse(payload) as { from: string; entries: BusEntry[] };
      if (from === node || isClosed) return;
      doEach(entries, onEntry).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  const failed = (error: unknown) => log('live: another node', error);

  function enqueue(entry: BusEntry) {
    if (sizeOf(entry) > mostEntryBytes) return logTooLarge(entry);
    const key = keyOf(entry);
    const known = waiting.get(key);
    if (known?.type === 'feed' && entry.type === 'feed' && known.seq > entry.seq) return;
    if (known) bytes -= sizeOf(known);
    waiting.set(key, entry);
    bytes += sizeOf(entry);
  }

  function logTooLarge({ type }: BusEntry) {
    // Once: what a browser shows is published again every few seconds.
    if (!hasLoggedTooLarge) log('live: an entry is too large for the other nodes', { type });
    hasLoggedTooLarge = true;
  }

  function schedule(after: number) {
    if (!isClosed) timer ??= setTimeout(send, after).unref();
  }

  function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => {
      sending = undefined;
      // Entries that were added while the last batch was being sent.
      if (waiting.size > 0) schedule(times.batchTime);
    });
    return sending;
  }

  async function sendAll() {
    while (waiting.size > 0) {
      const entries = take();
      try {
        await notify(channel, JSON.stringify({ from: node, entries }));
      } catch (error) {
        log('live: the other nodes could not be told', error);
        // Presence and typing are renewed anyway.
        for (const entry of entries) {
          const isLasting = entry.type === 'feed' || entry.type === 'person' || entry.type === 'turn';
          if (isLasting && !waiting.has(keyOf(entry))) enqueue(entry);
        }
        await new Promise((again) => setTimeout(again, times.retryTime).unref());
        if (isClosed) return;
      }
    }
  }

  function take(): BusEntry[] {
    const taken: BusEntry[] = [];
    let room = mostEntryBytes;
    // Presence last: thousands of renewals come at once, and nothing else may wait for them.
    for (const isNext of [isUrgent, isPresence]) {
      for (const [key, entry] of waiting) {
        if (!isNext(entry)) continue;
        const size = sizeOf(entry);
        if (size > room && taken.length > 0) return taken;
        room -= size;
        bytes -= size;
        taken.push(entry);
        waiting.delete(key);
      }
    }
    return taken;
  }

  return {
    publish(entry) {
      if (isClosed) return;
      enqueue(entry);
      if (bytes >= mostBytes) void send();
      else schedule(times.batchTime);
    },
    epoch: listener.epoch,
    async close() {
      const left = waiting.size > 0 ? send() : sending;
      isClosed = true;
      await left;
      listener.close();
    },
  };
}

const isPresence = ({ type }: BusEntry) => type === 'presence';
const isUrgent = (entry: BusEntry) => !isPresence(entry);
const sizeOf = (entry: BusEntry) => Buffer.byteLength(JSON.stringify(entry)) + 1;

function keyOf(entry: BusEntry): string {
  switch (entry.type) {
    case 'feed':
      return `feed ${entry.kind} ${entry.id}`;
    case 'read':
      return `read ${entry.user_id} ${entry.space_id}`;
    case 'requests':
      return `requests ${entry.user_id}`;
    case 'person':
      return `person ${entry.user_id}`;
    case 'presence':
      return `presence ${entry.key} ${entry.connection}`;
    case 'typing':
      return `typing ${entry.key} ${entry.user_id}`;
    case 'turn':
      return `turn ${entry.space_id} ${entry.turn_id}`;
    case 'delta':
      return `delta ${entry.delta.feed} ${entry.delta.turn_id} ${entry.delta.epoch} ${entry.delta.offset}`;
  }
}
