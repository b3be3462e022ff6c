import type { ProviderName } from '@polylogue/providers';
import { isProvider } from '../catalog.ts';
import { carriesKey, endpointUrl } from '../endpoint.ts';
import { isKeyShaped } from '../stored-setting.ts';

export interface Saved {
  type: ProviderName;
  apiKey: string;
  endpoint: string;
  model: string;
}

/** The setting as it may be saved, trimmed; or the first thing wrong with each field. */
export function checked(
  typed: Saved,
): { ok: true; saved: Saved } | { ok: false; wrong: Partial<Record<keyof Saved, string>> } {
  const saved = {
    type: typed.type,
    apiKey: typed.apiKey.trim(),
    endpoint: typed.endpoint.trim(),
    model: typed.model.trim(),
  };
  const wrong: Partial<Record<keyof Saved, string>> = {};
  const note = (field: keyof Saved, sentence: string | null) => {
    if (sentence !== null) wrong[field] = sentence;
  };
  note('type', isProvider(saved.type) ? null : 'Choose one of the providers');
  note('apiKey', wrongWithKey(saved.apiKey));
  note('endpoint', wrongWithEndpoint(saved));
  note('model', saved.model === '' ? 'Model name is required' : null);
  return Object.keys(wrong).length > 0 ? { ok: false, wrong } : { ok: true, saved };
}

function wrongWithKey(apiKey: string): string | null {
  if (apiKey === '') return 'API key is required';
  if (isKeyShaped(apiKey)) return null;
  return 'The key contains invalid characters. Copy it again from where you created it.';
}

function wrongWithEndpoint({ endpoint, apiKey }: Saved): string | null {
  if (endpointUrl(endpoint) === null) return 'Must be a valid URL';
  if (!carriesKey(endpoint, apiKey)) return null;
  return 'Leave the key out of the address: it belongs in the field API Key';
}
