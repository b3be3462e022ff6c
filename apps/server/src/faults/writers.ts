import { setTimeout as wait } from 'node:timers/promises';

interface Written {
  url: string;
  text: string;
}

/** The pause before trying again, long enough for the limit shared by everyone (milliseconds). */
const pause = 500;

/**
 * People who upload one small file after another, each from a separate address, and carry on whatever happens. The
 * server must trust one proxy. Acknowledged uploads are recorded here for comparison.
 */
export function writers(url: string, howMany: number) {
  const acknowledged: Written[] = [];
  const refused = new Map<number, number>();
  let isWriting = true;
  let isResting = false;
  let uploads = 0;

  async function write(writer: number) {
    while (isWriting) {
      if (isResting) {
        await wait(20);
        continue;
      }
      uploads += 1;
      const text = `upload ${uploads} of writer ${writer}`;
      const stored = await upload(text).catch(() => null);
      if (stored) acknowledged.push({ url: stored, text });
      else await wait(pause);
    }
  }

  async function upload(text: string): Promise<string | null> {
    const form = new FormData();
    form.append('file', new File([text], 'note.txt', { type: 'text/plain' }));
    const address = `2001:db8:${(uploads >> 16).toString(16)}:${(uploads & 0xffff).toString(16)}::1`;
    const headers = { 'x-forwarded-for': address };
    const answer = await fetch(`${url}/api/upload`, { method: 'POST', headers, body: form });
    const body = (await answer.json()) as { url?: string };
    if (!body.url) refused.set(answer.status, (refused.get(answer.status) ?? 0) + 1);
    return body.url ?? null;
  }

  const all = Promise.all(Array.from({ length: howMany }, (_, writer) => write(writer)));
  let checked = 0;

  return {
    acknowledged: () => acknowledged.length,
    /** The number of refusals, by status. */
    refused,
    /** Resolves once `count` more uploads are acknowledged. */
    async more(count: number) {
      isResting = false;
      const goal = acknowledged.length + count;
      const giveUpAt = Date.now() + 120_000;
      while (acknowledged.length < goal) {
        if (Date.now() > giveUpAt) throw new Error(`Only ${acknowledged.length} uploads came through.`);
        await wait(5);
      }
    },
    /** Resolves once the server has refused `count` more uploads. */
    async refusedMore(count: number) {
      const total = () => [...refused.values()].reduce((sum, times) => sum + times, 0);
      const goal = total() + count;
      const giveUpAt = Date.now() + 60_000;
      while (total() < goal) {
        if (Date.now() > giveUpAt) throw new Error('The server did not say no.');
        await wait(5);
      }
    },
    /**
     * Reads back what was acknowledged since the last time, while the writers pause; returns what is missing or
     * different.
     */
    async lost(): Promise<Written[]> {
      isResting = true;
      const batch = acknowledged.slice(checked);
      checked += batch.length;
      const lost: Written[] = [];
      for (let from = 0; from < batch.length; from += 20) {
        await Promise.all(
          batch.slice(from, from + 20).map(async (one) => {
            if (!(await isThere(one))) lost.push(one);
          }),
        );
      }
      return lost;
    },
    async stop() {
      isWriting = false;
      await all;
    },
  };
}

async function isThere({ url, text }: Written): Promise<boolean> {
  for (;;) {
    const answer = await fetch(url);
    // Busy does not mean lost.
    if (answer.status === 503) await wait(100);
    else return answer.ok && (await answer.text()) === text;
  }
}
