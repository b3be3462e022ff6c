import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { Chat } from './chat.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { expect, test } from './journey.ts';
import { settingEntries } from './provider.ts';

/** How often the browser is killed. */
const cycles = Number(process.env.CYCLES ?? 2);

/** The same browser profile, restarted. */
async function start(
  profile: string,
  origin: string,
  entries: Record<string, string>,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: chromiumFlags,
    baseURL: origin,
    serviceWorkers: 'block',
  });
  await context.addInitScript((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
  }, entries);
  return context;
}

const textOf = async (chat: Chat) => (await chat.textOf(chat.replies.last())).replace(/\s+/g, ' ');

test('a browser that is killed in mid-answer has lost at most the last second of it, and nothing is double [FAULT-8] @rest', async ({
  baseURL,
  imitation,
}) => {
  test.setTimeout(60_000 + cycles * 60_000);
  const profile = mkdtempSync(join(tmpdir(), 'polylogue-killed-'));
  const entries = settingEntries('openai', imitation.url);
  const sent: { address: string; text: string }[] = [];
  for (let cycle = 0; cycle < cycles; cycle++) {
    const context = await start(profile, baseURL ?? '', entries);
    const chat = new Chat(await context.newPage());
    // The last message before the kill is there, with its answer as far as it had arrived.
    const last = sent.at(-1);
    if (last) {
      await chat.page.goto(last.address);
      await expect(chat.replies).toHaveCount(1);
      await expect(chat.questions).toHaveCount(1);
      await expect.poll(async () => (await textOf(chat)).startsWith(last.text)).toBe(true);
      await expect(chat.button('Continue')).toBeVisible();
    }
    await chat.page.goto('/chat');
    await chat.say('/tokens 8000 rate=150 kind=prose');
    await expect(chat.replies).toHaveCount(1);
    await wait(1_000 + Math.random() * 2_000);
    const text = await textOf(chat);
    const address = chat.page.url();
    await wait(1_200);
    execFileSync('pkill', ['-9', '-f', profile]);
    await context.close().catch(() => {});
    sent.push({ address, text: text.slice(0, -1) });
  }
  const context = await start(profile, baseURL ?? '', entries);
  const chat = new Chat(await context.newPage());
  for (const { address, text } of sent) {
    await chat.page.goto(address);
    await expect(chat.messages).toHaveCount(2);
    await expect.poll(async () => (await textOf(chat)).startsWith(text)).toBe(true);
  }
  await context.close();
  rmSync(profile, { recursive: true, force: true });
});
