const parameter = 'redirectAfterSignIn';
const home = '/dashboard';
const origin = 'https://polylogue.invalid';

/** These send a signed-in person on to where they were going, so none of them may be a destination. */
const forVisitors = ['/', '/login', '/signin', '/signup', '/forgot-password', '/reset-password'];

/** Where a sign-in leads, from the query it began with: a page of our own, or /dashboard for anything else. */
export function destination(search: string): string {
  return ownPath(new URLSearchParams(search).get(parameter)) ?? home;
}

/** The address of `path` with the destination in it: from sign-in to sign-up and back. */
export function withDestination(path: string, search: string): string {
  const to = destination(search);
  return to === home ? path : towards(path, to);
}

/** The address of the sign-in page, leading on to `to`. */
export function signInFor(to: string): string {
  return towards('/signin', to);
}

function towards(path: string, to: string): string {
  return `${path}?${new URLSearchParams({ [parameter]: to })}`;
}

function ownPath(path: string | null): string | null {
  // Browsers read \ as / and ignore tabs and line ends: /\x and /<tab>/x are other hosts.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  if (!path || !/^\/(?![/\\])[^\u0000-\u001f\u007f]*$/.test(path)) return null;
  const url = URL.parse(path, origin);
  // After its dots are resolved, /.//x begins with two slashes.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return null;
  return forVisitors.includes(routed(url.pathname)) ? null : url.pathname + url.search + url.hash;
}

/** A path as the router compares it. */
function routed(path: string): string {
  try {
    return decodeURI(path)
      .toLowerCase()
      .replace(/(.)\/$/, '$1');
  } catch {
    return path;
  }
}
