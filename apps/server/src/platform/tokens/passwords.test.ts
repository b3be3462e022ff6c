import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { RefusedError } from '../http/refuse.ts';
import { cost, passwords } from './passwords.ts';
import { queue } from './queue.ts';

test('only the right password is recognised', async () => {
  const { hash, verify } = passwords();
  const hashed = await hash('Secret-1');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verify(hashed, 'Secret-1')).toEqual({ isRight: true, isWeak: false });
  for (const other of ['Secret-1 ', 'secret-1', 'SECRET-1', 'Secret-', '']) {
    expect(await verify(hashed, other)).toMatchObject({ isRight: false });
  }
});

test('two people with the same password have different hashes', async () => {
  const { hash } = passwords();
  expect(await hash('Secret-1')).not.toBe(await hash('Secret-1'));
});

test('any text is a password, in full: nothing is cut, trimmed or changed [CHECK-4]', async () => {
  const { hash, verify } = passwords();
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 1024 }), async (password) => {
      const hashed = await hash(password);
      expect((await verify(hashed, password)).isRight).toBe(true);
      expect((await verify(hashed, `${password}x`)).isRight).toBe(false);
    }),
    { numRuns: 10 },
  );
});

// The same password, as two keyboards write it.
const spelled = 'Grüße-2026!é'.normalize('NFC');
const spelledApart = spelled.normalize('NFD');

test('a password is the same in either Unicode form', async () => {
  const { hash, verify } = passwords();
  for (const set of [spelled, spelledApart]) {
    const hashed = await hash(set);
    for (const typed of [spelled, spelledApart])
      expect(await verify(hashed, typed)).toEqual({ isRight: true, isWeak: false });
    expect(await verify(hashed, spelled.replace('é', 'e'))).toMatchObject({ isRight: false });
  }
});

test('a hash of what was typed, as earlier servers made it, still lets in, and is reported to be made again', async () => {
  const old = await hash(spelledApart, { algorithm: 2, ...cost });
  expect(await passwords().verify(old, spelledApart)).toEqual({ isRight: true, isWeak: true });
});

test('a hash weaker than the current standard is recognised, and reported as weak', async () => {
  const weak = await hash('Secret-1', { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  expect(await passwords().verify(weak, 'Secret-1')).toEqual({ isRight: true, isWeak: true });
});

test.each([
  [
    'asks for 4 GiB',
    '$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ],
  [
    'asks for a thousand passes',
    '$argon2id$v=19$m=19456,t=1000,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ],
  [
    'is of another kind',
    '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ],
  ['is plain text', 'plain text'],
  ['is empty', ''],
])('a hash that %s matches no password and costs no more than any other [CHECK-2]', async (_, planted) => {
  const before = process.memoryUsage().rss;
  expect((await passwords().verify(planted, 'Secret-1')).isRight).toBe(false);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
});

test.each([{ memoryCost: 19_455 }, { timeCost: 1 }])(
  'the server does not start with less: %o [CHECK-1]',
  (less) => {
    expect(() => passwords({ ...cost, ...less })).toThrow('at least 19 MiB');
  },
);

test('checking a missing account takes the same work as an existing one [CHECK-19]', async () => {
  const ran = vi.fn();
  const line = queue();
  const counted = passwords(cost, {
    run: (work, isFull) => {
      ran();
      return line.run(work, isFull);
    },
  });
  const hashed = await counted.hash('Secret-1');
  ran.mockClear();
  await counted.verify(hashed, 'Secret-2');
  await counted.pretend('Secret-2');
  await counted.verify('planted', 'Secret-2');
  expect(ran).toHaveBeenCalledTimes(3);
});

test('so does one that is written in the other Unicode form', async () => {
  let ran = 0;
  const line = queue();
  const counted = passwords(cost, {
    run: (work, isFull) => {
      ran += 1;
      return line.run(work, isFull);
    },
  });
  const hashed = await counted.hash('Secret-1');
  const timesFor = async (attempt: () => Promise<unknown>) => {
    ran = 0;
    await attempt();
    return ran;
  };
  for (const [typed, times] of [
    [spelled, 1],
    [spelledApart, 2],
  ] as const) {
    expect(await timesFor(() => counted.verify(hashed, typed))).toBe(times);
    expect(await timesFor(() => counted.pretend(typed))).toBe(times);
    expect(await timesFor(() => counted.verify('planted', typed))).toBe(times);
  }
});

test('only a few are hashed at a time, the others wait in line, and when it is full, callers are told when to retry [CHECK-3]', async () => {
  const release: (() => void)[] = [];
  let abreast = 0;
  let most = 0;
  const line = queue(3, 2);
  const work = async () => {
    abreast += 1;
    most = Math.max(most, abreast);
    await new Promise<void>((resolve) => release.push(resolve));
    abreast -= 1;
    return 'done';
  };
  const full = (seconds: number): never => {
    throw new RefusedError('busy', 'Full.', { 'retry-after': String(seconds) });
  };
  const all = Array.from({ length: 6 }, () => line.run(work, full).catch((error) => error.headers));
  expect(await all[5]).toEqual({ 'retry-after': '5' });
  while (abreast > 0) {
    release.splice(0).forEach((go) => void go());
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(all.slice(0, 5))).toEqual(Array(5).fill('done'));
  expect(most).toBe(3);
});

test('failed work frees its slot', async () => {
  const line = queue(1, 0);
  const full = () => expect.fail('It is not full.');
  await expect(line.run(() => Promise.reject(new Error('Broken.')), full)).rejects.toThrow('Broken.');
  expect(await line.run(async () => 'done', full)).toBe('done');
});
