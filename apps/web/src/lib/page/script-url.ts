interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

const rules = {
  /** Only our own hashed files and our service worker may run: anything else is a mistake or an attack. */
  createScriptURL(url: string): string {
    const { origin, pathname } = new URL(url, location.href);
    const isDevelopment = import.meta.env.DEV && origin === location.origin;
    const isOurs = /^\/(?:assets\/[\w.-]+|service-worker)\.js$/.test(pathname);
    if (isDevelopment || (origin === location.origin && isOurs)) return url;
    throw new TypeError('Only our own scripts may run.');
  },
};

let policy: { createScriptURL(url: string): unknown } | undefined;

/** A worker's URL as Trusted Types require it, from our only policy, `app`. */
export function scriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('app', rules) ?? rules;
  return policy.createScriptURL(url) as string;
}
