import { expect, test } from 'vitest';
import type { Failure } from '../../keys/index.ts';
import { isKeyRefused } from './refused-key.ts';

const openai = { provider: 'openai', origin: 'https://api.openai.com' } as const;
const failed = (kind: Failure['kind']) => ({
  ok: false as const,
  failure: { kind, message: '', retryable: false },
});

type Listed = Awaited<ReturnType<Parameters<typeof isKeyRefused>[0]['listModels']>>;

const world = ({ listing = failed('connect') as Listed, isThere = true, isElsewhere = false } = {}) => ({
  listModels: async () => listing,
  isElsewhere: () => isElsewhere,
  async fetch() {
    if (!isThere) throw new TypeError('Failed to fetch');
  },
});

test('a host that is there and lists nothing to a key refuses the key', async () => {
  expect(await isKeyRefused(world(), openai)).toBe(true);
});

test.each([
  ['the host is not there', { isThere: false }, openai],
  ['its models are listed', { listing: { ok: true as const } }, openai],
  ['it says something else', { listing: failed('rate-limit') }, openai],
  ['it is another host with its format', { isElsewhere: true }, openai],
  ['it is another provider', {}, { provider: 'grok', origin: 'https://api.x.ai' } as const],
  ['it is not known at which origin it was asked', {}, { provider: 'openai' } as const],
])('where %s, nothing is known of the key', async (_, how, choice) => {
  expect(await isKeyRefused(world(how), choice)).toBe(false);
});
