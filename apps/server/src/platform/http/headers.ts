export interface Site {
  /** The origin people see. */
  publicUrl: string;
  /** Where the page may connect to beyond us; undefined leaves it to the scheme. */
  connectSrc?: string[] | undefined;
  /** Where people's pictures are shown from and uploaded to, when we do not keep them. */
  pictureOrigins?: { shown: string; uploaded: string } | undefined;
}

/**
 * The headers of every response there is. Written by hand rather than with a plugin, since four places need
 * the same table: requests, urls that match no route syntax, sockets that never became a request, and files.
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
 * What the documents of the forms have instead while Turnstile is the challenge: room for Cloudflare's script and
 * frame. They go without Trusted Types, which that script does not know.
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
      // After a sign-in the chat opens in this very document.
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
      // Not every browser takes our sockets for ourselves.
      publicUrl.replace(/^http/, 'ws'),
      ...(connectSrc ?? reachable(isSecure)),
      ...(connectSrc && pictureOrigins ? [pictureOrigins.uploaded] : []),
    ].join(' '),
    // The document that draws diagrams; every other page of ours refuses to be framed.
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

/** What a stored file is served with: whatever it holds, it is a page of nobody and runs nothing. */
export const fileHeaders = { 'content-security-policy': "sandbox; default-src 'none'" };

/**
 * What a browser is told when somebody leaves it: to forget the files and pictures it was shown, which no script
 * could make it do. The rest the page clears itself, so that it happens without a connection, too.
 */
export const leavingHeaders = { 'clear-site-data': '"cache"' };

/**
 * The document that draws diagrams is nobody's: it has no origin, no storage and no way out, whatever a model wrote and
 * whatever is wrong with what draws it. Said here as well as on the frame, so that neither can be forgotten.
 */
export const diagramHeaders = (origin: string) => ({
  'content-security-policy': policy({
    sandbox: 'allow-scripts',
    'default-src': "'none'",
    // Without an origin there is no 'self' in WebKit.
    'script-src': `'self' ${origin}`,
    // Every drawing brings its own.
    'style-src': "'unsafe-inline'",
    'img-src': 'data:',
    'connect-src': "'none'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'self'",
  }),
});

/** Who has no origin asks in the name of `null`: without this its own code would not reach the diagrams' document. */
export const diagramCodeHeaders = { 'access-control-allow-origin': 'null' };

// A person's endpoint may be anywhere; plain http beyond loopback only where our own page is plain http.
function reachable(isSecure: boolean): string[] {
  return isSecure ? ['https:', 'http://localhost:*', 'http://127.0.0.1:*'] : ['https:', 'http:'];
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => (value ? `${name} ${value}` : name))
    .join('; ');
}

// Sharing stays allowed by not being named: browsers without it would complain of the name on every page.
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
