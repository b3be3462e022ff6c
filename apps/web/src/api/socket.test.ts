import type { BrowserFrame, ServerFrame } from '@polylogue/contract';
import { leavingCode } from '@polylogue/contract/live-limits';
import { expect, onTestFinished, test } from 'vitest';
import type { FeedFrame } from './live-frames.ts';
import { liveSocket } from './socket.ts';

/** A server's end of a socket. */
class Wire {
  readonly sent: BrowserFrame[] = [];
  isClosed = false;
  code: number | undefined;
  readyState: number = WebSocket.OPEN;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code?: number) {
    this.isClosed = true;
    this.code = code;
  }
  open() {
    this.onopen?.();
  }
  tell(frame: ServerFrame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  welcome() {
    this.open();
    this.tell({ type: 'welcome', connection: 'c' });
  }
}

/** A tab whose clock the test moves. */
function start() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const window = new EventTarget();
  const wires: Wire[] = [];
  const timers: { at: number; work: () => void }[] = [];
  let time = 0;
  let isAway = false;
  let tickets = 0;
  const socket = liveSocket({
    async ticket() {
      if (isAway) throw new TypeError('Failed to fetch');
      tickets += 1;
      return `ticket ${tickets}`;
    },
    open() {
      const wire = new Wire();
      wires.push(wire);
      return wire as unknown as WebSocket;
    },
    after(ms, work) {
      const timer = { at: time + ms, work };
      timers.push(timer);
      return () => {
        if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
      };
    },
    random: () => 1,
    page: page as unknown as Document,
    window: window as unknown as Window,
  });
  onTestFinished(socket.close);
  const heard: FeedFrame[] = [];
  const settle = () => new Promise((later) => setTimeout(later));
  return {
    ...socket,
    socket,
    wires,
    heard,
    newest: () => wires.at(-1) as Wire,
    async watch(after = () => 0) {
      const leave = socket.watch('account', {
        after,
        onFrame: (frame) => heard.push(frame),
        onSwitch() {},
      });
      await settle();
      return leave;
    },
    watchAlso: (feed: string, after: number, isForTurns = false) =>
      socket.watch(feed, { after: () => after, onFrame() {}, onSwitch() {}, isForTurns }),
    async pass(seconds: number) {
      time += seconds * 1_000;
      for (const timer of timers.filter(({ at }) => at <= time)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.work();
      }
      await settle();
    },
    async look(to: DocumentVisibilityState) {
      page.visibilityState = to;
      page.dispatchEvent(new Event('visibilitychange'));
      await settle();
    },
    async happen(name: string) {
      window.dispatchEvent(new Event(name));
      await settle();
    },
    be(away: boolean) {
      isAway = away;
    },
  };
}

test('it connects when a feed is watched, with a ticket and the last known change', async () => {
  const { wires, newest, watch, isOpen } = start();
  expect(wires).toHaveLength(0);
  await watch(() => 7);
  newest().open();
  expect(newest().sent).toEqual([{ type: 'hello', ticket: 'ticket 1', after: { account: 7 } }]);
  expect(isOpen()).toBe(false);
  newest().tell({ type: 'welcome', connection: 'c' });
  expect(isOpen()).toBe(true);
});

test('a feed’s changes reach its watcher; heads count as hints', async () => {
  const { newest, watch, heard } = start();
  const leave = await watch();
  newest().welcome();
  const rows = { conversations: [] };
  const frame = { type: 'feed' as const, feed: 'account', before: 0, seq: 1, rows };
  newest().tell(frame);
  newest().tell({ type: 'heads', heads: { account: 2 } });
  expect(heard).toEqual([frame, { type: 'hint', feed: 'account', seq: 2 }]);
  leave();
  newest().tell(frame);
  expect(heard).toHaveLength(2);
  expect(newest().sent.at(-1)).toEqual({ type: 'leave', feed: 'account' });
  await watch(() => 5);
  expect(newest().sent.at(-1)).toEqual({ type: 'watch', feed: 'account', after: 5 });
});

test('feeds watched or unwatched between hello and welcome are sent after it', async () => {
  const { newest, watch, watchAlso } = start();
  const leave = await watch(() => 7);
  newest().open();
  leave();
  watchAlso('space', 3);
  newest().tell({ type: 'welcome', connection: 'c' });
  expect(newest().sent.slice(1)).toEqual([
    { type: 'watch', feed: 'space', after: 3 },
    { type: 'leave', feed: 'account' },
  ]);
});

test('a lost socket is opened again, later each time, with a new ticket and from the last change [FAULT-18]', async () => {
  const { newest, watch, wires, pass, isOpen } = start();
  let cursor = 1;
  await watch(() => cursor);
  newest().welcome();
  cursor = 9;
  newest().onclose?.();
  expect(isOpen()).toBe(false);
  await pass(2.9);
  expect(wires).toHaveLength(1);
  await pass(0.1);
  newest().open();
  expect(newest().sent[0]).toEqual({ type: 'hello', ticket: 'ticket 2', after: { account: 9 } });
  newest().onclose?.();
  await pass(4.9);
  expect(wires).toHaveLength(2);
  await pass(0.1);
  expect(wires).toHaveLength(3);
});

test('a server that greets but cannot serve is tried less and less often, until a socket lasts', async () => {
  const { newest, watch, wires, pass } = start();
  await watch();
  const refused = async () => {
    newest().welcome();
    newest().tell({ type: 'closing', because: 'unavailable' });
    newest().onclose?.();
  };
  for (const [index, seconds] of [3, 5, 9, 17].entries()) {
    await refused();
    await pass(seconds - 0.1);
    expect(wires).toHaveLength(index + 1);
    await pass(0.1);
    expect(wires).toHaveLength(index + 2);
  }
  for (const [index, served] of [
    { type: 'heads', heads: { account: 0 } } as const,
    { type: 'hint', feed: 'account', seq: 1 } as const,
  ].entries()) {
    newest().welcome();
    newest().tell(served);
    newest().onclose?.();
    await pass(3);
    expect(wires).toHaveLength(6 + index);
  }
});

test('a server that was away for however long is found within six seconds once it is back [FAULT-18]', async () => {
  const { watch, wires, be, pass } = start();
  be(true);
  await watch();
  for (let second = 0; second < 120; second++) await pass(1);
  be(false);
  expect(wires).toHaveLength(0);
  for (let second = 0; second < 6; second++) await pass(1);
  expect(wires).toHaveLength(1);
});

test('the loss of a socket that has lasted is no reason to wait longer, though nothing happened on it [FAULT-18]', async () => {
  const { newest, watch, wires, pass } = start();
  await watch();
  for (let times = 1; times < 6; times++) {
    newest().welcome();
    await pass(5);
    newest().onclose?.();
    await pass(3);
    expect(wires).toHaveLength(times + 1);
  }
});

test('without a ticket it does not connect; it tries again when the network is back', async () => {
  const { watch, wires, be, happen, newest, isOpen } = start();
  be(true);
  await watch();
  expect(wires).toHaveLength(0);
  be(false);
  await happen('online');
  newest().welcome();
  expect(isOpen()).toBe(true);
});

test('a socket that is silent for forty seconds is given up', async () => {
  const { newest, watch, pass, wires, isOpen } = start();
  await watch();
  newest().welcome();
  await pass(39);
  newest().tell({ type: 'heads', heads: {} });
  await pass(39);
  expect(isOpen()).toBe(true);
  await pass(1);
  expect(isOpen()).toBe(false);
  expect(wires[0]?.isClosed).toBe(true);
  await pass(3);
  expect(wires).toHaveLength(2);
});

test('a hidden tab opens no socket, and closes its own after five minutes', async () => {
  const { newest, watch, pass, look, wires, isOpen } = start();
  await look('hidden');
  await watch();
  expect(wires).toHaveLength(0);
  await look('visible');
  newest().welcome();
  await look('hidden');
  for (let minute = 0; minute < 9; minute++) {
    await pass(30);
    newest().tell({ type: 'heads', heads: {} });
  }
  expect(isOpen()).toBe(true);
  await pass(30);
  expect(isOpen()).toBe(false);
  await pass(60);
  expect(wires).toHaveLength(1);
  await look('visible');
  expect(wires).toHaveLength(2);
});

test('a hidden tab with something to do keeps its socket and reconnects, until five minutes after it is done', async () => {
  const { newest, watch, watchAlso, pass, look, wires, isOpen } = start();
  await watch();
  newest().welcome();
  watchAlso('space', 4);
  const before = newest().sent.length;
  const finish = watchAlso('space', 0, true);
  expect(newest().sent).toHaveLength(before);
  await look('hidden');
  for (let minute = 0; minute < 12; minute++) {
    await pass(30);
    newest().tell({ type: 'heads', heads: {} });
  }
  expect(isOpen()).toBe(true);
  newest().onclose?.();
  await pass(3);
  expect(wires).toHaveLength(2);
  newest().welcome();
  expect(newest().sent[0]).toMatchObject({ after: { account: 0, space: 4 } });
  finish();
  for (let minute = 0; minute < 10; minute++) {
    expect(isOpen()).toBe(true);
    newest().tell({ type: 'heads', heads: {} });
    await pass(30);
  }
  expect(isOpen()).toBe(false);
});

test('a page that was left has no socket, says so as it closes it, and opens one when it is restored', async () => {
  const { newest, watch, happen, wires } = start();
  await watch();
  newest().welcome();
  await happen('pagehide');
  expect(newest().code).toBe(leavingCode);
  await happen('pageshow');
  expect(wires).toHaveLength(2);
});

test('what is to be said of a page that is left is said before its socket closes', async () => {
  const { newest, watch, happen, socket } = start();
  await watch();
  newest().welcome();
  const frame = { type: 'typing' as const, feed: 'space' };
  const stop = socket.onLeaving(() => expect(socket.send(frame)).toBe(true));
  await happen('pagehide');
  expect(newest().sent.at(-1)).toEqual(frame);
  stop();
  expect(newest().code).toBe(leavingCode);
});

test('without a network it closes its socket, and reconnects as soon as there is one', async () => {
  const { wires, newest, watch, isOpen, happen } = start();
  await watch();
  newest().welcome();
  await happen('offline');
  expect([isOpen(), newest().isClosed]).toEqual([false, true]);
  await happen('online');
  expect(wires).toHaveLength(2);
  newest().welcome();
  expect(isOpen()).toBe(true);
});

test('a socket that is closing is sent nothing more, and the sender learns of it', async () => {
  const tab = start();
  const leave = await tab.watch();
  tab.newest().welcome();
  expect(tab.send({ type: 'typing', feed: 'a-space' })).toBe(true);
  const { sent } = tab.newest();
  const before = sent.length;
  tab.newest().readyState = WebSocket.CLOSING;
  expect(tab.send({ type: 'typing', feed: 'a-space' })).toBe(false);
  leave();
  expect(sent).toHaveLength(before);
});

test('whoever watches learns that the socket is closed for good', async () => {
  const { socket, newest, watch, isOpen } = start();
  await watch();
  newest().welcome();
  const switches: boolean[] = [];
  socket.watch('space', { after: () => 0, onFrame() {}, onSwitch: () => switches.push(isOpen()) });
  socket.close();
  expect(switches).toEqual([false]);
});

test('a socket that was closed with a sign-in waits for the next one, and watches and lends as before', async () => {
  const { newest, watch, watchAlso, pass, setPresence, disconnect, reconnect, wires } = start();
  await watch();
  watchAlso('space', 4);
  newest().welcome();
  setPresence('space', { is_visible: true });
  disconnect();
  expect(newest().isClosed).toBe(true);
  await pass(120);
  expect(wires).toHaveLength(1);
  reconnect();
  await pass(0);
  newest().welcome();
  expect(newest().sent).toMatchObject([
    { type: 'hello', after: { account: 0, space: 4 } },
    { type: 'presence', feed: 'space', is_visible: true },
  ]);
  reconnect();
  await pass(0);
  expect(wires).toHaveLength(2);
});
