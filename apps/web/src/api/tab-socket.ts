import { livePath } from '@polylogue/contract/live-limits';
import { browserClock } from '../lib/schedule/clock.ts';
import { logEvent } from '../lib/state/events.ts';
import { storage } from '../lib/state/storage.ts';
import { accessEntry } from './access-token.ts';
import { access, call } from './call.ts';
import { type LiveSocket, liveSocket } from './socket.ts';

let shared: { account: string; socket: LiveSocket; stopListening: () => void } | undefined;

const isSignedIn = (account: string) => access.read()?.owner === account;

/** The socket of this tab, for this account only. Closes that of an earlier account. */
export function tabSocket(account: string): LiveSocket {
  if (shared?.account === account) return shared.socket;
  shared?.stopListening();
  shared?.socket.close();
  const socket = liveSocket({
    async ticket(signal) {
      if (!isSignedIn(account)) throw new Error('Another account is signed in.');
      return (await call('POST /api/v1/live/tickets', {}, { signal })).ticket;
    },
    open() {
      const ws = new WebSocket(location.origin.replace('http', 'ws') + livePath);
      ws.addEventListener('open', () => logEvent('request', `WebSocket ${livePath}`, 'open'));
      ws.addEventListener('close', ({ code }) => logEvent('request', `WebSocket ${livePath}`, code));
      return ws;
    },
    // Its notifications come over it.
    staysOpen: () => 'Notification' in globalThis && Notification.permission === 'granted',
    after: browserClock.after,
    random: Math.random,
    page: document,
    window: globalThis as unknown as Window,
  });
  // A page may outlast a sign-in: what it watches and lends goes on with the next one of the same account.
  const stopListening = storage.listen((entry) => {
    if (entry !== null && entry !== accessEntry) return;
    if (isSignedIn(account)) socket.reconnect();
    else socket.disconnect();
  });
  shared = { account, socket, stopListening };
  return socket;
}
