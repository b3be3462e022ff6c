import { conversation } from './conversation.ts';
import { addressOf, watchOpened } from './opening.ts';
import { openPage } from './page.ts';
import type { PageQuestion } from './question.ts';
import { createRooms, fillRoom } from './server/crowd.ts';
import { installation } from './server/shared-installation.ts';

const lengths = [200, 5_000] as const;
/** Enough that no one of them posts faster than a person may. */
const people = 300;

const named = (length: number) => `shown${length}`;

export const openRoom: PageQuestion = {
  name: 'open-room',
  asks: 'A room of a space, nothing of it in the browser: when is its last post on the screen?',
  sides: ['floor', 'ours'],
  takes: ({ quick }) => (quick ? 30 : 90),
  rows: lengths.map((length) => ({ says: `${length} posts`, of: named(length), unit: 'ms' as const })),
  async measure(side, world, { quick }) {
    const sample: Record<string, number> = {};
    for (const length of quick || side === 'floor' ? lengths.slice(0, 1) : lengths) {
      const page = await openPage(world.browser);
      try {
        const address = side === 'floor' ? addressOf(side, world, length) : await filled(length);
        if (side === 'ours') {
          const [token = ''] = (await installation({ people, signedIn: people })).tokens;
          await page.before(storeToken, token);
        }
        await watchOpened(page, length);
        await page.go(address);
        sample[named(length)] = await page.ask<number>('benchOpening.shown');
      } finally {
        await page.close();
      }
    }
    return sample;
  },
};

const rooms = new Map<number, Promise<string>>();

/** The address of a room with so many posts, made when it is first asked for. */
function filled(length: number): Promise<string> {
  const known = rooms.get(length);
  if (known) return known;
  const made = fill(length);
  rooms.set(length, made);
  return made;
}

async function fill(length: number): Promise<string> {
  const server = await installation({ people, signedIn: people });
  const crowd = await createRooms(server, people);
  await fillRoom(
    crowd,
    conversation(length).map(({ markdown }) => markdown),
  );
  return `http://localhost:${server.port}/spaces/${crowd.rooms[0]}`;
}

function storeToken(token: string): void {
  localStorage.setItem('access_token', token);
}
