import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const headless = 'chromium-headless-shell';
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** What a Chromium in tests is started with: no phoning home, no GPU; no sandbox, since root has none. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Beside every new window Chromium loads hundreds of files for its address bar, on the same processors.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI',
];

/**
 * The path of a Chromium or Chrome: CHROMIUM_PATH, the system's, Playwright's own download, or, as root on
 * Debian, the distribution's package, installed now. Throws a sentence that says what to install.
 */
export function findChromium(say: (sentence: string) => void = console.log): string {
  const wished = process.env.CHROMIUM_PATH;
  if (wished) {
    if (isExecutable(wished)) return wished;
    throw new Error(`CHROMIUM_PATH is ${wished}, and no program is there: correct it or unset it.`);
  }
  const found = [...onPath(commands), ...places, chromium.executablePath()].find(isExecutable);
  if (found) return found;
  if (isRootOnDebian()) {
    say(
      'No Chromium found: installing the Debian packages of Chromium and a usual font, for the browser tests.',
    );
    return installed('chromium');
  }
  throw new Error(
    'No Chromium found: install Chromium or Chrome, or run "npx playwright install chromium", or set CHROMIUM_PATH.',
  );
}

/**
 * The path of `chromium-headless-shell`, in which the same journeys take a quarter less processor time; as root on Debian
 * it is installed now. Where there is none: that of {@link findChromium}.
 */
export function findHeadless(say: (sentence: string) => void = console.log): string {
  if (process.env.CHROMIUM_PATH) return findChromium(say);
  const found = onPath([headless]).find(isExecutable);
  if (found) return found;
  if (isRootOnDebian()) {
    say('Installing Debian’s headless Chromium, for the browser tests.');
    try {
      return installed(headless);
    } catch {
      // Any Chromium will do.
    }
  }
  return findChromium(say);
}

function onPath(commands: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// Debian itself only: elsewhere the package called chromium may be an empty one that points at a snap.
function isRootOnDebian(): boolean {
  return (
    process.getuid?.() === 0 &&
    existsSync('/etc/os-release') &&
    /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

function installed(chosen: string): string {
  const options: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    const packages = [chosen, 'fonts-liberation'];
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  } catch {
    throw new Error(`apt-get could not install ${chosen}: install Chromium or Chrome, or set CHROMIUM_PATH.`);
  }
  return `/usr/bin/${chosen}`;
}
