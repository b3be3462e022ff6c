export interface Site {
  /** The public origin. */
  publicUrl: string;
  /** Other origins the page may connect to; undefined allows any with the right scheme. */
  connectSrc?: string[] | undefined;
  /** The origins for showing and uploading people's pictures, if another service stores them. */
  pictureOrigins?: { shown: string; uploaded: string } | undefined;
}

/**
 * The headers of every response. Written by hand rather than with a plugin, since four places need the same table:
 * requests, urls that match no route syntax, sockets that never became a request, and files.
 */
export function securityHeaders(site: Site): Record<string, string> {
  const isSecure = site.publicUrl.startsWith('https:');
  return {
    'content-security-policy': policy(directives(site)),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions,
    'referrer-policy': 'no-referrer',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
  };
}

/**
 * Replacements for the documents with forms while Turnstile is the challenge: they allow Cloudflare's script and frame,
 * and leave out Trusted Types, which that script does not support.
 */
export function turnstileHeaders(site: Site): Record<string, string> {
  const {
    'require-trusted-types-for': _,
    'trusted-types': __,
    ...rest
  }: Record<string, string> = directives(site);
  return {
    'content-security-policy': policy({
      ...rest,
      'script-src': `${rest['script-src']} ${cloudflare}`,
      'frame-src': `${rest['frame-src']} ${cloudflare}`,
    }),
  };
}

const cloudflare = 'https://challenges.cloudflare.com';

function directives({ publicUrl, connectSrc, pictureOrigins }: Site): Record<string, string> {
  const isSecure = publicUrl.startsWith('https:');
  return {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': ["'self' blob: data:", ...(pictureOrigins ? [pictureOrigins.shown] : [])].join(' '),
    'media-src': "'self' blob:",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'connect-src': [
      "'self'",
      // Not every browser counts our own sockets as 'self'.
      publicUrl.replace(/^http/, 'ws'),
      ...(connectSrc ?? reachable(isSecure)),
      ...(connectSrc && pictureOrigins ? [pictureOrigins.uploaded] : []),
    ].join(' '),
    // The document that draws diagrams; all our other pages refuse to be framed.
    'frame-src': "'self'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'app',
    ...(isSecure && { 'upgrade-insecure-requests': '' }),
  };
}

/** The headers of a stored file: whatever it contains, it has no origin and runs nothing. */
export const fileHeaders = { 'content-security-policy': "sandbox; default-src 'none'" };

/**
 * Makes a browser drop cached files and pictures at sign-out, which no script can do. The page clears the rest itself,
 * so that this also works offline.
 */
export const leavingHeaders = { 'clear-site-data': '"cache"' };

/**
 * The document that draws diagrams has no origin, no storage and no network access, whatever a model wrote and whatever
 * is wrong with the drawing code. Set here as well as on the frame, so that neither can be forgotten.
 */
export const diagramHeaders = (origin: string) => ({
  'content-security-policy': policy({
    sandbox: 'allow-scripts',
    'default-src': "'none'",
    // Without an origin, 'self' matches nothing in WebKit.
    'script-src': `'self' ${origin}`,
    // Every drawing brings its own styles.
    'style-src': "'unsafe-inline'",
    'img-src': 'data:',
    'connect-src': "'none'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'self'",
  }),
});

/** A document without an origin sends `Origin: null`: without this header, it could not load its own code. */
export const diagramCodeHeaders = { 'access-control-allow-origin': 'null' };

// A person's endpoint may be anywhere; plain http beyond loopback only if our own page is plain http.
function reachable(isSecure: boolean): string[] {
  return isSecure ? ['https:', 'http://localhost:*', 'http://127.0.0.1:*'] : ['https:', 'http:'];
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => (value ? `${name} ${value}` : name))
    .join('; ');
}

// Sharing is allowed by leaving it out: browsers without it would log a warning about the name on every page.
const ours = ['clipboard-write', 'fullscreen'];
const refused = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const permissions = [...ours.map((name) => `${name}=(self)`), ...refused.map((name) => `${name}=()`)].join(
  ', ',
);
