import { parseArgs } from 'node:util';
import { backedUp } from './backed-up.ts';
import { copyWithoutRoom } from './copy-without-room.ts';
import { duplicateSends } from './duplicate-sends.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { fullDiskPushes, fullPostgresPushes } from './full-disk-pushes.ts';
import { killedMigration } from './killed-migration.ts';
import { killedPostgres } from './killed-postgres.ts';
import { killedPush, killedPushOnPostgres } from './killed-push.ts';
import { killedServer, killedServerOnPostgres } from './killed-server.ts';
import { lostAnswer } from './lost-answer.ts';
import { noMailServer } from './no-mail-server.ts';
import { restoredPostgres } from './restored-postgres.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';
import { brokenLines, killedNode, killedOnlyNode, killedPostgresInRooms, lostListen } from './rooms.ts';
import { slowCallers } from './slow-callers.ts';
import { killedHolderInTurns, killedNodeInTurns, killedOnlyNodeInTurns } from './turns.ts';
import { twoNodes } from './two-nodes.ts';
import { wrongClock } from './wrong-clock.ts';

const faults: readonly Fault[] = [
  duplicateSends,
  lostAnswer,
  wrongClock,
  noMailServer,
  fullDisk,
  fullDiskPushes,
  fullPostgresPushes,
  copyWithoutRoom,
  backedUp,
  restoredPostgres,
  killedMigration,
  killedServer,
  killedServerOnPostgres,
  killedPush,
  killedPushOnPostgres,
  killedPostgres,
  killedOnlyNode,
  killedNode,
  killedPostgresInRooms,
  killedOnlyNodeInTurns,
  killedNodeInTurns,
  killedHolderInTurns,
  lostListen,
  brokenLines,
  rollingUpgrade,
  twoNodes,
  slowCallers,
];

const usage = `npm run faults -- [fault …] [--cycles 60] [--patience 1] [--list]

  fault       names or beginnings of names; by default all (about an hour)
  --cycles    how many times to kill what is killed repeatedly
  --patience  how many times as long restarts may take, on a machine that is busy otherwise
  --list      list the faults`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cycles: { type: 'string', default: '60' },
    patience: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const cycles = Number(values.cycles);
const patience = Number(values.patience);
const unknown = positionals.filter((word) => !faults.some(({ name }) => name.startsWith(word)));
const chosen =
  positionals.length === 0
    ? faults
    : faults.filter(({ name }) => positionals.some((word) => name.startsWith(word)));

if (values.help) console.log(usage);
else if (!Number.isInteger(cycles) || cycles < 1) {
  console.error('--cycles takes a whole number, at least 1.');
  process.exitCode = 2;
} else if (!(patience >= 1)) {
  console.error('--patience takes a number, at least 1.');
  process.exitCode = 2;
} else if (unknown.length > 0) {
  console.error(`No fault is called ${unknown.join(' or ')}. npm run faults -- --list shows them.`);
  process.exitCode = 2;
} else if (values.list) for (const { name, summary } of faults) console.log(`${name.padEnd(26)} ${summary}`);
// A fault that fails may leave writers behind, which would run forever.
else process.exit(await tryAll());

/** Runs them one after the other, since each one measures; returns the exit code. */
async function tryAll(): Promise<number> {
  const failed: string[] = [];
  const skipped: string[] = [];
  for (const { name, summary, run } of chosen) {
    console.log(`\n${name}: ${summary}.`);
    const began = performance.now();
    try {
      const outcome = await run((line) => console.log(`  ${line}`), cycles, patience);
      if (outcome) skipped.push(`${name}: ${outcome.skipped}`);
      const took = Math.round((performance.now() - began) / 1000);
      console.log(outcome ? `  SKIPPED: ${outcome.skipped}.` : `  It held (${took} s).`);
    } catch (error) {
      failed.push(name);
      console.error(`  IT DID NOT HOLD: ${error instanceof Error ? error.stack : error}`);
    }
  }
  const held = chosen.length - failed.length - skipped.length;
  console.log(`\n${held} held, ${failed.length} did not, ${skipped.length} skipped.`);
  for (const line of skipped) console.log(`Skipped: ${line}.`);
  for (const name of failed) console.log(`Did not hold: ${name}.`);
  return failed.length > 0 ? 1 : 0;
}
