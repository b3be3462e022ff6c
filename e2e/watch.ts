import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from '@playwright/test';

/** What a test run must not show: foreign hosts, policy violations, unexpected errors, a key outside its place. */
export interface Watch {
  /** Everything wrong so far, a sentence each; empty when all is well. */
  complaints(): Promise<string[]>;
  /** Console errors this test brings about on purpose. */
  expectErrors(...patterns: RegExp[]): void;
  /** Cuts the network, and expects the errors of requests that then fail; `context.setOffline(false)` ends it. */
  goOffline(): Promise<void>;
  /** Policy violations this test brings about on purpose. */
  expectViolations(...patterns: RegExp[]): void;
  /** A host this test asks on purpose. */
  expectHost(host: string): void;
  readonly requests: readonly Request[];
}

interface Places {
  /** The origin of the app. */
  app: string;
  /** Where provider calls may go. */
  provider: string;
  /** The key that must be nowhere else. */
  canary: string;
}

/** What the console may say without a network: of a request, and of a part of the app that was still to come. */
const offlineErrors = [
  /Failed to (load resource|fetch)/,
  /ERR_INTERNET_DISCONNECTED/,
  /WebSocket connection/,
  /could not be loaded/,
];
/** A token of a sign-in: an access token, or a refresh token. */
const token = /\beyJ[\w-]+\.[\w-]+\.[\w-]+|[\da-f-]{36}\.[\w-]{43}\b/;
/** The headers in which a provider key travels. */
const authHeaders = ['authorization', 'x-api-key', 'x-goog-api-key'];
/** Local storage entries that hold keys by design. */
const keyEntries = ['openai_api_key', 'polylogue.connections', 'polylogue.providers'];

export async function watch(context: BrowserContext, { app, provider, canary }: Places): Promise<Watch> {
  const requests: Request[] = [];
  const logged: Promise<string>[] = [];
  const errors: string[] = [];
  const violations: string[] = [];
  const expected: RegExp[] = [];
  const stopped: RegExp[] = [];
  const hosts = new Set([new URL(app).host, new URL(provider).host]);

  context.on('request', (request) => requests.push(request));
  context.on('console', (message) => {
    // An object is logged by reference: what is in it counts too.
    const values = message.args().map((value) => value.jsonValue().catch(() => null));
    logged.push(Promise.all(values).then((all) => message.text() + JSON.stringify(all)));
    if (message.type() === 'error') errors.push(message.text());
  });
  context.on('weberror', (error) => errors.push(error.error().stack ?? String(error.error())));
  await context.exposeBinding('__reportViolation', (_, violation: string) => violations.push(violation));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const report = `${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`;
      (window as unknown as { __reportViolation(report: string): void }).__reportViolation(report);
    });
  });

  async function leaks(request: Request): Promise<string[]> {
    const url = new URL(request.url());
    const isItsOwnHost = url.origin === new URL(provider).origin;
    const headers = await headersOf(request);
    const found = Object.entries(headers)
      .filter(([name, value]) => value.includes(canary) && !(isItsOwnHost && authHeaders.includes(name)))
      .map(([name]) => `The key was sent in the header ${name} to ${url.origin}${url.pathname}.`);
    if (token.test(request.url())) found.push(`A token stands in the address ${url}.`);
    if (url.origin !== new URL(app).origin && token.test(JSON.stringify(headers)))
      found.push(`A token was sent to ${url.origin}.`);
    if (decodeURIComponent(request.url()).includes(canary))
      found.push(`The key stands in the address ${url}.`);
    if (request.postDataBuffer()?.includes(canary)) found.push(`The key was sent in a body to ${url.href}.`);
    return found;
  }

  async function shown(page: Page): Promise<string[]> {
    if (page.isClosed() || !page.url().startsWith(app)) return [];
    const places = await page.evaluate(visible, keyEntries);
    return Object.entries(places)
      .filter(([, text]) => text.includes(canary))
      .map(([place]) => `The key can be read on the page (${place}).`);
  }

  return {
    requests,
    expectErrors: (...patterns) => void expected.push(...patterns),
    async goOffline() {
      expected.push(...offlineErrors);
      await context.setOffline(true);
    },
    expectViolations: (...patterns) => void stopped.push(...patterns),
    expectHost: (host) => void hosts.add(host),
    async complaints() {
      const foreign = requests
        .map((request) => new URL(request.url()))
        .filter(({ host }) => host && !hosts.has(host));
      const isExpected = (text: string) => expected.some((pattern) => pattern.test(text));
      return [
        ...violations
          .filter((violation) => !stopped.some((pattern) => pattern.test(violation)))
          .map((violation) => `The content security policy was violated: ${violation}`),
        ...errors.filter((text) => !isExpected(text)).map((text) => `The console shows an error: ${text}`),
        ...foreign.map((url) => `A foreign host was asked: ${url.href}`),
        ...(await Promise.all(logged))
          .filter((text) => text.includes(canary))
          .map(() => 'The key was logged to the console.'),
        ...(await Promise.all(requests.map(leaks))).flat(),
        ...(await Promise.all(context.pages().map(shown))).flat(),
      ];
    },
  };
}

/** What a document names is requested without a header of the page's own. */
const plainTypes = new Set(['script', 'stylesheet', 'font', 'image', 'manifest']);

/** The full headers of a request by a worker that has ended are never available: then the provisional ones must do. */
async function headersOf(request: Request): Promise<Record<string, string>> {
  if (plainTypes.has(request.resourceType())) return request.headers();
  const meant = wait(2_000, undefined, { ref: false }).then(() => request.headers());
  return Promise.race([request.allHeaders(), meant]).catch(() => request.headers());
}

/** Everything a page shows or stores, by place; the value of a masked field and the entries made for keys left out. */
function visible(keyEntries: string[]): Record<string, string> {
  const attributes: string[] = [];
  const values: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    const isMasked = element instanceof HTMLInputElement && element.type === 'password';
    for (const { name, value } of element.attributes)
      if (!isMasked || name !== 'value') attributes.push(value);
    if ((element instanceof HTMLInputElement && !isMasked) || element instanceof HTMLTextAreaElement) {
      values.push(element.value);
    }
  }
  function stored(name: 'localStorage' | 'sessionStorage'): string {
    try {
      return JSON.stringify(Object.entries(window[name]).filter(([entry]) => !keyEntries.includes(entry)));
    } catch {
      // A test may have taken the storage away.
      return '';
    }
  }
  return {
    text: document.documentElement.textContent ?? '',
    attributes: attributes.join('\n'),
    fields: values.join('\n'),
    address: location.href + JSON.stringify(history.state),
    title: document.title,
    'session storage': stored('sessionStorage'),
    'local storage': stored('localStorage'),
    cookies: document.cookie,
  };
}
