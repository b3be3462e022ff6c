import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startImitation } from './index.ts';
import { demoRows, pasteTable } from './paste.ts';

const demo = fileURLToPath(new URL('./demo.ts', import.meta.url));

function run(env: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [demo], { env: { ...process.env, ...env } }, (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
}

test('a port in use is reported in a sentence that says what to do', async () => {
  const { port, close } = await startImitation();
  try {
    expect(await run({ PORT: String(port) })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Port ${port} is in use. Stop what is using it`),
    });
  } finally {
    await close();
  }
}, 20_000);

test('an invalid port is reported', async () => {
  expect((await run({ PORT: 'three' })).stderr).toContain('PORT is "three", which is not a port.');
}, 20_000);

test('the table has a line to paste for each of the five, which fits a wide terminal', () => {
  const table = pasteTable(
    demoRows({ endpoint: (name) => `http://127.0.0.1:4100/${name}/v1/chat/completions` }),
    'http://localhost:3000',
  );
  expect(table).toContain('http://localhost:3000/demo');
  for (const provider of ['OpenAI', 'Gemini', 'Anthropic', 'DeepSeek', 'Grok'])
    expect(table).toMatch(
      new RegExp(`^  ${provider} +demo-key +http://127\\.0\\.0\\.1:4100/${provider.toLowerCase()}/`, 'm'),
    );
  expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
});
