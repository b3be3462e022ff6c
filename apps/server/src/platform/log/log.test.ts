import fastify from 'fastify';
import { expect, test } from 'vitest';
import { recorder, type SecurityEvent, securityEvents } from './events.ts';
import { type LogLevel, logger } from './log.ts';

function logged(level: LogLevel = 'warn') {
  const lines: string[] = [];
  const { log } = fastify({ logger: logger(level, { write: (line) => void lines.push(line) }) });
  return { log, lines: () => lines.map((line) => JSON.parse(line)) };
}

test.each(Object.keys(securityEvents) as SecurityEvent[])('%s is logged at every level', (event) => {
  const { log, lines } = logged('fatal');
  recorder(log)(event, { actor: 'u1', subject: 'u2', space: 's1', request_id: 'r1', address: '192.0.2.7' });
  expect(lines()).toEqual([
    {
      level: securityEvents[event] === 'warn' ? 40 : 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      event,
      actor: 'u1',
      subject: 'u2',
      space: 's1',
      request_id: 'r1',
      address: '192.0.2.7',
      msg: event,
    },
  ]);
});

test('a silent log leaves out security events, too', () => {
  const { log, lines } = logged('silent');
  recorder(log)('signed-in', { actor: 'u1' });
  expect(lines()).toEqual([]);
});

test('a field that is not named is not logged [CHECK-82]', () => {
  const { log, lines } = logged();
  log.error({ password: 'canary', headers: { authorization: 'canary' } }, 'unexpected');
  expect(JSON.stringify(lines())).not.toContain('canary');
});

test('an error is logged with its location and code, not with what it quotes [CHECK-82]', () => {
  const { log, lines } = logged();
  const because = Object.assign(new Error('550 no such user <ada@canary.example>'), { response: 'canary' });
  const error = Object.assign(new Error('duplicate ada@canary.example ?code=canary', { cause: because }), {
    detail: 'Key (email)=(canary) already exists.',
    code: '23505',
  });
  log.error({ err: error }, 'unexpected');
  const [line] = lines();
  expect(JSON.stringify(line)).not.toContain('canary');
  expect(line.err).toMatchObject({ type: 'Error', message: 'duplicate …@… ?code=…', code: '23505' });
  expect(line.err.stack).toContain('log.test.ts');
});

test.each(['a\nb', 'a\r\nb', '\u001b[31mred', 'a\u0000b', '{"level":60}\n{"level":60}'])(
  'what a caller sent, %j, stays within its line [CHECK-83]',
  (text) => {
    const lines: string[] = [];
    const { log } = fastify({ logger: logger('warn', { write: (line) => void lines.push(line) }) });
    log.error({ err: new Error(text), address: text }, text);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ address: text });
  },
);
