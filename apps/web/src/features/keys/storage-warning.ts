import type { SaveResult } from './setting-entries.ts';

/** What the browser did not store; null when it stored everything. */
export function storageWarning(result: SaveResult): string | null {
  if (!result.setting) {
    return 'This browser does not store your settings (its storage is full or switched off). They work in this tab until it is closed.';
  }
  if (!result.remembered) {
    return 'Your settings are stored, but this browser’s storage was too full to remember your other providers.';
  }
  return null;
}
