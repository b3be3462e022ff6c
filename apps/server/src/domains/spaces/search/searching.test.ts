import type { FoundPost } from '@polylogue/contract';
import { describe, expect, test } from 'vitest';
import { startWithCircle } from '../../../testing/circle.ts';
import { databases } from '../../../testing/databases.ts';
import { unlimited } from '../../../testing/no-limits.ts';
import { eventually } from '../../../testing/server.ts';
import { inSpaces } from '../testing.ts';

describe.each(databases)('searching all spaces on %s', (dialect) => {
  test('a space in which somebody posts between two pages is searched like every other, once [MSEARCH-03]', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben'], { rateLimits: unlimited });
    const [ada, ben] = [inSpaces(circle, circle.ada), inSpaces(circle, circle.ben)];
    type Page = { found: FoundPost[]; next: string | null };
    const search = async (more: { space_id?: string; cursor?: string }) =>
      (await ada.request<Page>('POST', '/search/posts', { text: 'apple', ...more })).body;
    const made: string[] = [];
    async function make(posts: number) {
      const id = await ben.make({ visibility: 'public' });
      await ada.join(id);
      for (let at = 0; at < posts; at += 1) {
        circle.pass(1_000);
        await ben.post(id, 'apple');
      }
      made.push(id);
      // The index is a moment late.
      await eventually(async () => expect((await search({ space_id: id })).found).toHaveLength(posts));
    }
    for (let at = 0; at < 9; at += 1) await make(3);

    const first = await search({});
    expect(first.found[0]?.space_id).toBe(made.at(-1));
    const found = [...first.found];
    let { next } = first;
    // In the two spaces that come last, in one that was searched, and in a new one.
    for (const id of [made[0], made[1], made.at(-1)]) {
      circle.pass(1_000);
      await ben.post(id ?? '', 'pear');
    }
    await make(1);
    while (next) {
      circle.pass(1_000);
      await ben.post(made[0] ?? '', 'pear');
      const more = await search({ cursor: next });
      found.push(...more.found);
      ({ next } = more);
    }
    const ids = found.map(({ message_id }) => message_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(28);
    expect(new Set(found.map(({ space_id }) => space_id))).toEqual(new Set(made));
  });
  test('what was said in few of many spaces is found in all of them [MSEARCH-03]', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben'], { rateLimits: unlimited });
    const [ada, ben] = [inSpaces(circle, circle.ada), inSpaces(circle, circle.ben)];
    const search = async (text: string) =>
      (await ada.request<{ found: FoundPost[]; next: string | null }>('POST', '/search/posts', { text }))
        .body;
    const made: string[] = [];
    for (let at = 0; at < 14; at += 1) {
      const id = await ben.make({ visibility: 'public' });
      await ada.join(id);
      circle.pass(1_000);
      await ben.post(id, [1, 3, 12].includes(at) ? 'a quince' : 'apple');
      made.push(id);
    }
    // Not hers.
    await ben.post(await ben.make(), 'quince');
    await eventually(async () => {
      const ids: string[] = [];
      for (const text of ['quince', 'quin', '"a quince"']) {
        const { found, next } = await search(text);
        expect(next).toBeNull();
        ids.push(...found.map(({ space_id }) => space_id));
      }
      const [second, fourth, last] = [made[1], made[3], made[12]];
      expect(ids).toEqual([last, fourth, second, last, fourth, second, last, fourth, second]);
    });
    expect(await search('pear')).toMatchObject({ found: [], next: null });
  });

  test('every post of a space can be reached from a search of all, which says where there is more [MSEARCH-03]', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben'], { rateLimits: unlimited });
    const [ada, ben] = [inSpaces(circle, circle.ada), inSpaces(circle, circle.ben)];
    type Page = { found: FoundPost[]; next: string | null; more_in?: { space_id: string; name: string }[] };
    const search = async (more: { space_id?: string; cursor?: string } = {}) =>
      (await ada.request<Page>('POST', '/search/posts', { text: 'apple', ...more })).body;
    async function make(name: string, posts: number) {
      const id = await ben.make({ visibility: 'public', name });
      await ada.join(id);
      for (let at = 0; at < posts; at += 1) {
        circle.pass(1_000);
        await ben.post(id, 'apple');
      }
      return id;
    }
    const few = await make('Orchard', 3);
    const many = await make('Garden', 5);
    // The index is a moment late.
    await eventually(async () => {
      expect((await search({ space_id: few })).found).toHaveLength(3);
      expect((await search({ space_id: many })).found).toHaveLength(5);
    });
    const { found, more_in } = await search();
    expect(found.filter(({ space_id }) => space_id === many)).toHaveLength(3);
    expect(more_in).toEqual([{ space_id: many, name: 'Garden' }]);

    // Nobody learns of what they may not read: what is left for Ada is what fits.
    const posts = (await search({ space_id: many })).found;
    for (const { message_id } of posts.slice(0, 2)) await ben.erase(many, message_id);
    const now = await search();
    expect(now.found.filter(({ space_id }) => space_id === many)).toHaveLength(3);
    expect(now.more_in).toEqual([]);
  });
});
