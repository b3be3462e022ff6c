import { catalog } from './catalog.ts';
import type { ProviderName } from './question.ts';

/** A model that has been or will be retired. */
export interface Retirement {
  /** The day it is retired, `2027-01-14`; null when that was long ago and the day is not recorded. */
  on: string | null;
  /** The model to use instead. */
  replacement: string;
  /** From that day on the provider answers with another model instead of an error. */
  becomes?: string;
}

type Row = [ids: string, on: string | null, replacement: string, becomes?: string];

/** `*` matches any ending of an id; the first matching row counts. */
const retired: Readonly<Record<ProviderName, readonly Row[]>> = {
  openai: [
    ['gpt-4o-search-preview gpt-4o-mini-search-preview', '2026-07-23', 'gpt-6-luna'],
    ['gpt-4o gpt-4o-mini gpt-4.1 gpt-4.1-mini gpt-4o-2024-* gpt-4o-mini-2024-*', '2027-01-14', 'gpt-6-luna'],
    ['gpt-5 gpt-5-mini gpt-5-nano o3', '2026-12-11', 'gpt-6-luna'],
    ['gpt-5.1 gpt-5.4-nano', '2027-04-01', 'gpt-6-luna'],
    ['o1 o3-mini o4-mini gpt-4.1-nano gpt-4 gpt-4-turbo* gpt-3.5-turbo*', '2026-10-23', 'gpt-6-luna'],
  ],
  gemini: [
    ['gemini-2.5-flash', '2026-12-01', 'gemini-3.5-flash-lite', 'gemini-3.5-flash-lite'],
    ['gemini-2.5-pro', '2026-12-01', 'gemini-3.8-flash', 'gemini-3.8-flash'],
    ['gemini-2.0-*', '2026-06-01', 'gemini-3.8-flash'],
    ['gemini-pro gemini-pro-vision gemini-1.*', null, 'gemini-3.8-flash'],
  ],
  anthropic: [
    ['claude-sonnet-4-5 claude-sonnet-4-5-20*', '2026-11-30', 'claude-sonnet-5-5'],
    ['claude-3-5-haiku* claude-3-haiku*', null, 'claude-haiku-5-5'],
    ['claude-3-opus* claude-opus-4-0 claude-opus-4-1* claude-opus-4-20*', null, 'claude-opus-5-5'],
    ['claude-3-* claude-sonnet-4-0 claude-sonnet-4-20* claude-2* claude-instant*', null, 'claude-sonnet-5-5'],
  ],
  deepseek: [
    ['deepseek-chat deepseek-reasoner', '2026-07-24', 'deepseek-flash'],
    ['deepseek-v4-flash deepseek-v4-flash-vision-exp', '2026-09-10', 'deepseek-flash', 'deepseek-flash'],
  ],
  grok: [
    ['grok-2* grok-beta grok-vision-beta', null, 'grok-4.7'],
    ['grok-3* grok-4-* grok-4.1-fast* grok-code-fast-1', '2026-05-15', 'grok-4.7'],
  ],
};

/** Whether this model was or will be retired; null when nothing is known of it. */
export function retirementOf(provider: ProviderName, model: string): Retirement | null {
  const id = model.trim().replace(/^models\//, '');
  const fits = (pattern: string) =>
    pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
  const row = retired[provider].find(([ids]) => ids.split(' ').some(fits));
  if (!row) return null;
  const [, on, replacement, becomes] = row;
  return { on, replacement, ...(becomes && { becomes }) };
}

/** Whether the provider does not have it any more. */
function isRetired(provider: ProviderName, model: string, now: Date): boolean {
  const on = retirementOf(provider, model)?.on;
  return on !== undefined && (on === null || Date.parse(on) <= now.getTime());
}

/** A cheap current model of each provider. */
const usual: Readonly<Record<ProviderName, string>> = {
  openai: 'gpt-6-luna',
  gemini: 'gemini-3.8-flash',
  anthropic: 'claude-sonnet-5-5',
  deepseek: 'deepseek-flash',
  grok: 'grok-4.7',
};

/** The model to use instead of one its provider no longer has: its replacement, else the provider's usual one. */
export function currentModel(provider: ProviderName, model: string): string | null {
  const current = retirementOf(provider, model)?.replacement ?? usual[provider];
  return current === model.trim() ? null : current;
}

/** A sentence for the Model field, "gemini-pro was retired by Google."; null when there is none to show. */
export function retirementNote(provider: ProviderName, model: string, now: Date): string | null {
  const retirement = retirementOf(provider, model);
  if (!retirement) return null;
  const { on, becomes } = retirement;
  const id = model.trim();
  const { company } = catalog[provider];
  const isPast = isRetired(provider, model, now);
  if (becomes) return `${isPast ? 'Now' : `From ${day(on)}`} ${company} answers ${id} with ${becomes}.`;
  return isPast ? `${id} was retired by ${company}.` : `${id} will be retired by ${company} on ${day(on)}.`;
}

const day = (date: string | null) =>
  new Date(date ?? 0).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
