import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { browserSocket } from './socket.ts';
import { liveTimes, socketLimits } from './times.ts';

/** A socket whose reader takes as much as the test allows. */
function start() {
  const sent: string[] = [];
  let time = 0;
  const ws = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    isTerminated: false,
    send: (frame: string) => void sent.push(frame),
    close() {},
    ping: () => void sent.push('ping'),
    terminate() {
      ws.isTerminated = true;
    },
  });
  const socket = browserSocket({
    ws: ws as unknown as WebSocket,
    now: () => time,
    times: { slow: 5_000, closing: 10, pong: liveTimes.pong },
    isKnown: () => true,
    onGreeting() {},
    onFrame() {},
    onError() {},
    onClose() {},
  });
  return {
    ws,
    sent,
    ...socket,
    pass(ms: number) {
      time += ms;
    },
  };
}

test('from 256 KiB on, a slow reader is sent no dispensable frames', () => {
  const { ws, sent, send, sendIfIdle, isCrowded } = start();
  ws.bufferedAmount = socketLimits.crowded;
  sendIfIdle('typing');
  expect(isCrowded()).toBe(false);
  ws.bufferedAmount = socketLimits.crowded + 1;
  sendIfIdle('typing again');
  send('feed');
  expect(isCrowded()).toBe(true);
  expect(sent).toEqual(['typing', 'feed']);
});

test('a reader who lets more than a megabyte wait for five seconds is disconnected [CHECK-80]', () => {
  const { ws, sent, send, pass } = start();
  ws.bufferedAmount = socketLimits.held + 1;
  send('one');
  pass(4_999);
  send('two');
  ws.bufferedAmount = 0;
  send('three');
  ws.bufferedAmount = socketLimits.held + 1;
  send('four');
  pass(5_000);
  send('five');
  expect(ws.isTerminated).toBe(true);
  send('six');
  expect(sent).toEqual(['one', 'two', 'three', 'four']);
});

test('a reader who lets more than four megabytes wait is disconnected immediately, even if only pings are sent [CHECK-80]', () => {
  const { ws, sent, ping } = start();
  ws.bufferedAmount = socketLimits.full + 1;
  ping();
  expect(ws.isTerminated).toBe(true);
  expect(sent).toEqual([]);
});

test('a socket whose browser vanished silently is closed within a minute, one whose browser is late is not [FAULT-7]', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [vanished, late] = [start(), start()];
  for (const { ws, ping } of [vanished, late]) {
    ping();
    // Vanishes right after this pong.
    ws.emit('pong');
  }
  for (let round = 0; round < 2; round++) {
    vi.advanceTimersByTime(liveTimes.ping);
    for (const { ping } of [vanished, late]) ping();
  }
  vi.advanceTimersByTime(9_999);
  late.ws.emit('pong');
  vi.advanceTimersByTime(1);
  expect([vanished.ws.isTerminated, late.ws.isTerminated]).toEqual([true, false]);
});
