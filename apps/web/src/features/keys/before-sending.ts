import { providerOf } from './catalog.ts';
import type { Stored } from './stored-setting.ts';

/** What prevents sending a question, in the specification's words; null when nothing does. */
export function missingFrom(stored: Stored): { title: string; text: string } | null {
  if (stored.state === 'none') {
    return {
      title: 'No AI Provider Selected',
      text: 'Please select an AI provider in settings and configure your API key',
    };
  }
  // An unsupported provider is the answer's failure, not something missing.
  if (stored.state === 'unsupported' || stored.setting.config.apiKey !== '') return null;
  const { displayName } = providerOf(stored.setting.type);
  return {
    title: `${displayName} API Key Required`,
    text: `Please add your ${displayName} API key in settings to continue`,
  };
}
