import { firefox } from './firefox.ts';
import type { Engine } from './tab.ts';
import { webkit } from './webkit.ts';

/** The engines besides Chromium in which the main journeys run. */
export const engines: readonly Engine[] = [firefox, webkit];
