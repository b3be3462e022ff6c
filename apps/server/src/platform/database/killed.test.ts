import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, freshPlace, type Place } from '../../testing/databases.ts';
import { bootDatabase } from './boot.ts';

/** 200 writers in a separate process, killed once this many writes are acknowledged; returns the acknowledged ones. */
async function killedAfter(acknowledged: number, { env }: Place): Promise<string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../testing/writers-process.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.split('\n').length > acknowledged) child.kill('SIGKILL');
  });
  await once(child, 'close');
  // The last line may be incomplete.
  return output.split('\n').slice(0, -1);
}

describe.each(databases)('a process killed under 200 writers on %s', (dialect) => {
  test('leaves everything it acknowledged, and nothing half done [FAULT-1]', async () => {
    const place = await freshPlace(dialect);
    const acknowledged = [...(await killedAfter(250, place)), ...(await killedAfter(700, place))];
    expect(acknowledged.length).toBeGreaterThan(900);

    const database = await bootDatabase(place);
    onTestFinished(() => database.close());
    const stored = (await database.db.selectFrom('used_challenges').select('challenge_hash').execute()).map(
      (row) => row.challenge_hash,
    );
    const [left, right] = ['left', 'right'].map(
      (side) =>
        new Set(stored.filter((name) => name.endsWith(side)).map((name) => name.replace(/ \w+$/, ''))),
    );
    expect(acknowledged.filter((name) => !left?.has(name))).toEqual([]);
    expect(right).toEqual(left);
  });
});
