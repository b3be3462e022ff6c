import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@polylogue/sync';
import { postgresBinaries } from '../testing/postgres.ts';
import { blackHole, noFaults } from '../testing/tcp-fault-proxy.ts';
import type { Fault } from './fault.ts';
import { must } from './person.ts';
import { convergenceTime, detectionTime, type RoomScenario, withRooms } from './room-scenario.ts';
import { answerWords, type TurnHolder, turnHolder } from './turn-holder.ts';

const second = 1_000;
/** How long until a turn has ended whose holder, or whose node, was lost (milliseconds): its lease, and another answer. */
const timeout = 90 * second;

const holds = 'leaves exactly one answer to each question, with no word twice and none missing';

/** Three people who lend, and three who ask. */
interface LendingScenario extends RoomScenario {
  holders: TurnHolder[];
  /** Asks, runs `injectFault` once words arrive, and throws unless there is exactly one answer in the end. */
  turn(
    injectFault: (
      holding: RoomScenario['people'][number] | undefined,
      holder: TurnHolder | undefined,
    ) => Promise<void>,
  ): Promise<void>;
  passedOn(): number;
}

async function withLenders(
  on: 'sqlite' | 'postgres',
  say: (line: string) => void,
  work: (scenario: LendingScenario) => Promise<string>,
): Promise<void> {
  await withRooms(on, say, async (scenario) => {
    const { people } = scenario;
    const lenders = people.slice(0, 3);
    const holders = lenders.map(({ browser, username, spaces }) => turnHolder(browser, username, spaces));
    let questions = 0;
    let passedOn = 0;

    async function turn(injectFault: Parameters<LendingScenario['turn']>[0]) {
      const asker = people[3 + (questions++ % 3)] as RoomScenario['people'][number];
      const space_id = asker.spaces[questions % asker.spaces.length] ?? '';
      const [message_id, turn_id] = [newId(), newId()];
      const body = `question ${questions}`;
      await retryUntilReachable(() =>
        asker.browser.call('POST /api/v1/spaces/:space_id/messages', {
          params: { space_id },
          body: { message_id, body, turn_id },
        }),
      );
      asker.posts.push({ space_id, message_id, body, isQuestion: true });
      await until(() => holders.some((one) => one.isBusy()), timeout, 'No browser took the question.');
      await wait(Math.random() * answerWords * 25);
      const at = holders.findIndex((one) => one.isBusy());
      await injectFault(lenders[at], holders[at]);

      const found = () =>
        asker.browser.call('GET /api/v1/spaces/:space_id/messages/:message_id', {
          params: { space_id, message_id: turn_id },
        });
      const giveUpAt = Date.now() + timeout;
      for (;;) {
        const { message } = await retryUntilReachable(found);
        must('turn' in message && message.turn !== null, 'The turn is missing.');
        const { state, segments } = message.turn as NonNullable<typeof message.turn>;
        if (state === 'done') {
          passedOn += segments.length - 1;
          mustBeWhole(message.body);
          return;
        }
        must(['waiting', 'offered', 'running'].includes(state), `A turn ended as ${state}.`);
        must(Date.now() < giveUpAt, `A turn is still ${state}: ${JSON.stringify(segments)}`);
        await wait(50);
      }
    }

    try {
      return await work({ ...scenario, holders, turn, passedOn: () => passedOn });
    } finally {
      for (const one of holders) one.close();
    }
  });
}

/** Each part counts from where its holder began, without a gap; the last one to its end. */
function mustBeWhole(text: string) {
  const parts: { label: string; words: number }[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const [label = '', number = ''] = word.split('.');
    const last = parts.at(-1);
    if (last?.label === label && Number(number) === last.words) last.words += 1;
    else {
      must(
        number === '0' && !parts.some((part) => part.label === label),
        `“${word}” is out of place in “${text}”`,
      );
      parts.push({ label, words: 1 });
    }
  }
  must(parts.at(-1)?.words === answerWords, `An answer ends too early: “${text}”`);
}

/** Repeats `act` until the server can be reached. */
async function retryUntilReachable<Result>(act: () => Promise<Result>): Promise<Result> {
  const giveUpAt = Date.now() + timeout;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await wait(200);
    }
  }
}

async function until(condition: () => boolean, limit: number, otherwise: string) {
  const giveUpAt = Date.now() + limit;
  while (!condition()) {
    must(Date.now() < giveUpAt, otherwise);
    await wait(10);
  }
}

/** How long a node may be away (milliseconds): longer than leases in every fourth cycle. */
const awayTimes = [0, 0, 0, 25 * second];

async function killNodes(
  { nodes, people, turn, passedOn }: LendingScenario,
  cycles: number,
): Promise<string> {
  let slowest = 0;
  for (let cycle = 0; cycle < cycles; cycle++) {
    await turn(async () => {
      const node = nodes[cycle % nodes.length] as RoomScenario['nodes'][number];
      await node.end('SIGKILL');
      await wait(awayTimes[cycle % awayTimes.length]);
      await node.start();
      const ready = performance.now();
      const areBack = () => people.every(({ browser }) => browser.isOnline());
      await until(areBack, convergenceTime, 'A socket is not back within 10 s.');
      slowest = Math.max(slowest, performance.now() - ready);
    });
    must(passedOn() === 0, 'An answer whose holder survived was paid twice.');
  }
  const killed = `${cycles} kills of ${nodes.length === 1 ? 'the only node' : 'one of two nodes'} in mid-answer`;
  return `${killed}, none paid twice, all sockets back after ${Math.round(slowest)} ms at the latest`;
}

export const killedOnlyNodeInTurns: Fault = {
  name: 'killed-only-node-in-turns',
  summary: `kill -9 of the only node, on SQLite, in the middle of answers ${holds}`,
  async run(say, cycles) {
    await withLenders('sqlite', say, (scenario) => killNodes(scenario, cycles));
    return undefined;
  },
};

export const killedNodeInTurns: Fault = {
  name: 'killed-node-in-turns',
  summary: `kill -9 of one of two nodes in the middle of answers ${holds}`,
  async run(say, cycles) {
    if (!(await postgresBinaries())) return { skipped: 'no PostgreSQL package for this computer' };
    await withLenders('postgres', say, (scenario) => killNodes(scenario, cycles));
    return undefined;
  },
};

export const killedHolderInTurns: Fault = {
  name: 'killed-holder-in-turns',
  summary:
    'holders that vanish, return, lose their line or are closed in mid-answer leave one whole answer to each question',
  async run(say, cycles) {
    await withLenders('sqlite', say, async ({ turn, passedOn, mustAgree }) => {
      for (let cycle = 0; cycle < cycles; cycle++) {
        // A browser that has not noticed one black hole falls into the next.
        if (cycle % 3 === 0) await mustAgree('after a black hole', detectionTime + convergenceTime);
        await turn(async (person, holder) => {
          const how = cycle % 3;
          if (how === 0) person?.line.reset();
          else if (how === 1) holder?.leave();
          else if (person) {
            person.line.setFaults(blackHole);
            // Longer than its lease: another one has the turn by then.
            await wait(25 * second);
            person.line.setFaults(noFaults);
          }
        });
      }
      await mustAgree('after a black hole', detectionTime + convergenceTime);
      return `${cycles} resets, farewells and black holes of holders, ${passedOn()} passed on`;
    });
    return undefined;
  },
};
