import type { Kept } from './setting.ts';

/** What the browser would not keep; null when it kept everything. */
export function unkeptWords(kept: Kept): string | null {
  if (!kept.setting) {
    return 'This browser does not store your settings (its storage is full or switched off). They work in this tab until it is closed.';
  }
  if (!kept.remembered) {
    return 'Your settings are stored, but the browser had no room to remember your other providers.';
  }
  return null;
}
