import type { ProviderName } from '@polylogue/providers';

/** How keys begin that only one provider makes. A plain `sk-` is made by several. */
const forms: readonly [form: RegExp, provider: ProviderName][] = [
  [/^sk-ant-/, 'anthropic'],
  [/^sk-proj-/, 'openai'],
  [/^AIza/, 'gemini'],
  [/^xai-/, 'grok'],
];

/** Shorter than any key: half a key is being typed, and says nothing yet. */
const shortest = 20;

/** The provider that made this key, where its form says so; else null. */
export function providerOfKey(apiKey: string): ProviderName | null {
  const key = apiKey.trim();
  if (key.length < shortest || !/^[\w-]+$/.test(key)) return null;
  return forms.find(([form]) => form.test(key))?.[1] ?? null;
}

/** The same for a key that came at once, by paste or autofill, and not letter by letter. */
export const providerOfPasted = (before: string, now: string): ProviderName | null =>
  inserted(before, now) < shortest / 2 ? null : providerOfKey(now);

/** How many characters are new between what was there at both ends. */
function inserted(before: string, now: string): number {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  return now.length - start - end;
}
