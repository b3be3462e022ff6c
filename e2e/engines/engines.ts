import { firefox } from './firefox.ts';
import type { Engine } from './tab.ts';
import { webkit } from './webkit.ts';

/** The engines beside Chromium that the app is walked through in. */
export const engines: readonly Engine[] = [firefox, webkit];
