import type { CDPSession } from 'playwright-core';

/** One command of the Chrome DevTools protocol and its answer, typed. */
export type Send = CDPSession['send'];

interface Wire {
  /** Commands to the browser, or to one page when its session is named. */
  sendTo(sessionId?: string): Send;
  on(method: string, sessionId: string, listener: (params: never) => void): void;
}

interface ProtocolMessage {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

export async function connect(address: string): Promise<Wire> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (params: never) => void>();
  let lastId = 0;

  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as ProtocolMessage;
    if (message.id === undefined) {
      listeners.get(`${message.sessionId} ${message.method}`)?.(message.params as never);
      return;
    }
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) answer?.reject(new Error(message.error.message));
    else answer?.resolve(message.result);
  });
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer.reject(new Error('Chromium has gone.'));
    waiting.clear();
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`No server answers at ${address}.`)));
  });

  return {
    sendTo(sessionId) {
      return ((method: string, params: object = {}) => {
        const id = ++lastId;
        const answer = Promise.withResolvers<unknown>();
        waiting.set(id, answer);
        socket.send(JSON.stringify({ id, method, params, sessionId }));
        return answer.promise;
      }) as Send;
    },
    on(method, sessionId, listener) {
      listeners.set(`${sessionId} ${method}`, listener);
    },
  };
}
