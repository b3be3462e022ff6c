import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './journey.ts';
import type { Watch } from './watch.ts';

/** The manifest written by the build. */
interface Chunk {
  file: string;
  imports: string[];
  modules: Record<string, number>;
}

const dist = path.join(import.meta.dirname, '../apps/web/dist');
const read = (file: string) => readFileSync(path.join(dist, file), 'utf8');

/** The files that the document of /chat names: those of the first screen. */
const first = () => [...read('chat.html').matchAll(/\/(assets\/[\w.-]+\.js)"/g)].map(([, file = '']) => file);

/** The files that come with these modules, without those of the first screen. */
function filesWith(...modules: string[]): string[] {
  const chunks: Chunk[] = JSON.parse(read('.chunks.json'));
  const found = new Set(
    modules.map((module) => {
      const chunk = chunks.find((each) => module in each.modules);
      if (!chunk) throw new Error(`${module} is in no file of the build.`);
      return chunk.file;
    }),
  );
  for (const file of found)
    for (const next of chunks.find((chunk) => chunk.file === file)?.imports ?? []) found.add(next);
  return [...found].filter((file) => !first().includes(file));
}

/** Fetched when idle, so that a first answer, its cost and a toast appear without delay. */
const whenIdle = [
  'apps/web/src/features/chat/storing/kept-conversation.ts',
  'apps/web/src/features/chat/chat-title.tsx',
  'apps/web/src/features/chat/conversation-notes.tsx',
  'apps/web/src/app/frame-parts.tsx',
  'apps/web/src/app/other-pages.tsx',
  'apps/web/src/features/messages/blocks/index.ts',
  'apps/web/src/ui/toast/toast-host.tsx',
  'apps/web/src/features/chat/steering/parts.ts',
  'apps/web/src/features/keys/marks.tsx',
  'packages/providers/src/counting.ts',
  'packages/providers/src/asking.ts',
  'apps/web/src/features/chat/files/preparing.ts',
  // The frame around the chat, and its lists.
  'apps/web/src/app/frame-parts.tsx',
  'apps/web/src/features/sync/index.ts',
  'apps/web/src/ui/fonts/faces.ts',
];

/** The scripts fetched since the last call, sorted. */
function scripts({ requests }: Watch) {
  const known = new Set<string>();
  return () => {
    const all = requests.flatMap((request) => /\/(assets\/[\w.-]+\.js)$/.exec(request.url())?.[1] ?? []);
    const fresh = [...new Set(all)].filter((file) => !known.has(file));
    for (const file of fresh) known.add(file);
    return fresh.sort();
  };
}

test('a chat fetches what its first screen needs, then what a first answer needs, and the rest on demand @rest', async ({
  page,
  chat,
  watched,
}) => {
  const fetched = scripts(watched);
  await chat.open();
  const opened: string[] = [];
  const expected = [...new Set([...first(), ...filesWith(...whenIdle)])].sort();
  await expect
    .poll(() => {
      opened.push(...fetched());
      return opened.toSorted();
    })
    .toEqual(expected);

  await chat.ask('/say Hello, **you**.');
  // Idle again, now that there is something to edit and to look for.
  const search = filesWith(
    'apps/web/src/features/messages/view/edit/edit-box.tsx',
    'apps/web/src/features/messages/find/find-bar.tsx',
  );
  const answered: string[] = [];
  await expect
    .poll(() => {
      answered.push(...fetched());
      return answered.toSorted();
    }, 'a plain answer')
    .toEqual(search.filter((file) => !opened.includes(file)).toSorted());

  const code = await chat.ask('/say ```python\nanswer = None\n```');
  await expect(code.locator('pre span').filter({ hasText: /^None$/ })).toBeVisible();
  expect(fetched(), 'an answer with code').toEqual([
    expect.stringMatching(/^assets\/python-/),
    expect.stringMatching(/^assets\/worker-/),
  ]);

  const formula = await chat.ask('/say It is $a^2 + b^2 = c^2$.');
  await expect(formula.locator('math, [class*=katex]').first()).toBeAttached();
  expect(fetched(), 'an answer with a formula').toEqual(
    filesWith('apps/web/src/features/messages/blocks/maths/typeset.ts').filter(
      (file) => !opened.includes(file),
    ),
  );

  await chat.settings.click();
  await expect(chat.dialog).toBeVisible();
  expect(fetched(), 'the dialog').toContainEqual(expect.stringMatching(/^assets\/configuration-dialog-/));
  await page.keyboard.press('Escape');
});
