import type { ProviderName } from '@polylogue/providers';

/** Key prefixes that only one provider uses. A plain `sk-` is used by several. */
const forms: readonly [form: RegExp, provider: ProviderName][] = [
  [/^sk-ant-/, 'anthropic'],
  [/^sk-proj-/, 'openai'],
  [/^(AQ\.|AIza)/, 'gemini'],
  [/^xai-/, 'grok'],
];

/** A text shorter than this is at most a half-typed key, and does not identify a provider yet. */
const shortest = 20;

/** The provider that issued this key, if its format says so; otherwise null. */
export function providerOfKey(apiKey: string): ProviderName | null {
  const key = apiKey.trim();
  if (key.length < shortest || !/^[\w.-]+$/.test(key)) return null;
  return forms.find(([form]) => form.test(key))?.[1] ?? null;
}

/** The same for a key that was pasted or autofilled, rather than typed letter by letter. */
export const providerOfPasted = (before: string, now: string): ProviderName | null =>
  inserted(before, now) < shortest / 2 ? null : providerOfKey(now);

/** How many characters are new between the parts at both ends that were there before. */
function inserted(before: string, now: string): number {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  return now.length - start - end;
}
