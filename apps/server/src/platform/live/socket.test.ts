import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { liveSocket } from './socket.ts';
import { liveTimes, most } from './times.ts';

/** A socket whose reader takes as much as the test allows. */
function start() {
  const sent: string[] = [];
  let time = 0;
  const ws = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    isCut: false,
    send: (frame: string) => void sent.push(frame),
    close() {},
    ping: () => void sent.push('ping'),
    terminate() {
      ws.isCut = true;
    },
  });
  const socket = liveSocket({
    ws: ws as unknown as WebSocket,
    now: () => time,
    times: { slow: 5_000, closing: 10, pong: liveTimes.pong },
    heard() {},
    failed() {},
    gone() {},
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
  ws.bufferedAmount = most.crowded;
  sendIfIdle('typing');
  expect(isCrowded()).toBe(false);
  ws.bufferedAmount = most.crowded + 1;
  sendIfIdle('typing again');
  send('feed');
  expect(isCrowded()).toBe(true);
  expect(sent).toEqual(['typing', 'feed']);
});

test('a reader who lets more than a megabyte wait for five seconds is cut off', () => {
  const { ws, sent, send, pass } = start();
  ws.bufferedAmount = most.held + 1;
  send('one');
  pass(4_999);
  send('two');
  ws.bufferedAmount = 0;
  send('three');
  ws.bufferedAmount = most.held + 1;
  send('four');
  pass(5_000);
  send('five');
  expect(ws.isCut).toBe(true);
  send('six');
  expect(sent).toEqual(['one', 'two', 'three', 'four']);
});

test('a reader who lets more than four megabytes wait is cut off at once, even if only pings are sent', () => {
  const { ws, sent, beat } = start();
  ws.bufferedAmount = most.full + 1;
  beat();
  expect(ws.isCut).toBe(true);
  expect(sent).toEqual([]);
});

test('a socket whose browser vanished without a word is cut off within a minute, one whose browser is late is not', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [gone, late] = [start(), start()];
  for (const { ws, beat } of [gone, late]) {
    beat();
    // Gone in the moment after.
    ws.emit('pong');
  }
  for (let beats = 0; beats < 2; beats++) {
    vi.advanceTimersByTime(liveTimes.beat);
    for (const { beat } of [gone, late]) beat();
  }
  vi.advanceTimersByTime(9_999);
  late.ws.emit('pong');
  vi.advanceTimersByTime(1);
  expect([gone.ws.isCut, late.ws.isCut]).toEqual([true, false]);
});
