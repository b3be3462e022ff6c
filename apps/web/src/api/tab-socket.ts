import { livePath } from '@polylogue/contract/live-limits';
import { logEvent } from '../lib/state/events.ts';
import { access, call } from './call.ts';
import { type LiveSocket, liveSocket } from './socket.ts';

let shared: { account: string; socket: LiveSocket } | undefined;

/** The socket of this tab, for this account only. Closes that of an earlier account. */
export function tabSocket(account: string): LiveSocket {
  if (shared?.account === account) return shared.socket;
  shared?.socket.close();
  const socket = liveSocket({
    async ticket(signal) {
      if (access.read()?.owner !== account) throw new Error('Another account is signed in.');
      return (await call('POST /api/v1/live/tickets', {}, { signal })).ticket;
    },
    open() {
      const ws = new WebSocket(location.origin.replace('http', 'ws') + livePath);
      ws.addEventListener('open', () => logEvent('request', `WebSocket ${livePath}`, 'open'));
      ws.addEventListener('close', ({ code }) => logEvent('request', `WebSocket ${livePath}`, code));
      return ws;
    },
    after(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    page: document,
    window: globalThis as unknown as Window,
  });
  shared = { account, socket };
  return socket;
}

/** For when the page is no longer used with this account. */
export function closeTabSocket(account: string): void {
  if (shared?.account !== account) return;
  shared.socket.close();
  shared = undefined;
}
