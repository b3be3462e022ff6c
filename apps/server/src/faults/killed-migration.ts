import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { must, signUp } from './person.ts';
import { serverProcess } from './server-process.ts';

/** R23: the very first start, which creates every table, is killed at any moment. */
export const killedMigration: Fault = {
  name: 'killed-migration',
  summary:
    'kill -9 at any moment of the first start leaves a data folder from which the next start continues',
  async run(say, cycles) {
    const probe = await serverProcess({ CHALLENGE: 'off' });
    const whole = await probe.start();
    await probe.remove();
    let cutOff = 0;
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const server = await serverProcess({ CHALLENGE: 'off' });
      try {
        // Spread over the whole start: some before, some during, some after creating the tables.
        const starting = server.start().then(
          () => 'ready' as const,
          () => 'cut off' as const,
        );
        await wait((whole * (cycle + 1)) / cycles);
        await server.end('SIGKILL');
        if ((await starting) === 'cut off') cutOff += 1;
        await server.start();
        await signUp(server.url, 'ada');
      } finally {
        await server.remove();
      }
    }
    must(cutOff > 0, 'Every start was faster than its kill: nothing was tried.');
    say(`${cutOff} of ${cycles} first starts were cut off; the next one was ready each time`);
    return undefined;
  },
};
