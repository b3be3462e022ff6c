import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleRequest } from './answering.ts';
import { Gate } from './gate.ts';
import { type HostName, hosts } from './hosts.ts';
import type { ReceivedRequest } from './journal.ts';

export interface ImitationOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** The interface to listen on; 127.0.0.1 by default. */
  host?: string;
}

/** A running imitation of all the providers. */
export interface Imitation {
  /** `http://127.0.0.1:PORT`, no slash at the end. */
  url: string;
  port: number;
  /** What to put into API Endpoint for a host: `…/openai/v1/chat/completions`. */
  endpoint(host: HostName): string;
  /** Every request so far, preflights included, oldest first; `answer` changes while it is being sent. */
  requests(): ReceivedRequest[];
  /** Clears the requests and opens the gate. */
  clear(): void;
  /** From now on every piece of an answer, and its ending, waits for `release`. */
  hold(): void;
  /** Lets the next `pieces` through (the ending counts as one); without a number, all, and the gate stays open. */
  release(pieces?: number): void;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** Starts the imitation. Rejects with the server's own error, EADDRINUSE among them. */
export async function startImitation({
  port = 0,
  host = '127.0.0.1',
}: ImitationOptions = {}): Promise<Imitation> {
  const journal: ReceivedRequest[] = [];
  const gate = new Gate();
  let sequence = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    sequence += 1;
    handleRequest(request, response, { journal, gate, sequence }).catch((error: unknown) => {
      console.error('The imitation failed:', error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  return {
    url,
    port: address.port,
    endpoint: (name) => `${url}${hosts[name].bases[0]}${hosts[name].chat}`,
    requests: () => [...journal],
    clear() {
      journal.length = 0;
      gate.release();
    },
    hold: () => gate.hold(),
    release: (pieces) => gate.release(pieces),
    async close() {
      gate.release();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
