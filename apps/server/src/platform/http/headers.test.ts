import { expect, test } from 'vitest';
import { securityHeaders, turnstileHeaders } from './headers.ts';

const policyOf = (site: Parameters<typeof securityHeaders>[0], headers = securityHeaders) =>
  Object.fromEntries(
    (headers(site)['content-security-policy'] ?? '')
      .split('; ')
      .map((directive) => directive.split(/ (.*)/s).slice(0, 2)),
  );

test('no foreign script, no inline script, no eval, no inline style, no foreign image [CHECK-65 CHECK-66]', () => {
  expect(policyOf({ publicUrl: 'https://chat.example.com' })).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' blob: data:",
    'media-src': "'self' blob:",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'connect-src': "'self' wss://chat.example.com https: http://localhost:* http://127.0.0.1:*",
    'frame-src': "'self'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'app',
    'upgrade-insecure-requests': undefined,
  });
});

test('the forms allow Turnstile, and nothing else', () => {
  const site = { publicUrl: 'https://chat.example.com' };
  const { 'require-trusted-types-for': _, 'trusted-types': __, ...others } = policyOf(site);
  expect(policyOf(site, turnstileHeaders)).toEqual({
    ...others,
    'script-src': "'self' https://challenges.cloudflare.com",
    'frame-src': "'self' https://challenges.cloudflare.com",
  });
});

test('a page on plain http can reach plain http, and is not told to upgrade', () => {
  const site = { publicUrl: 'http://192.168.1.5:3000' };
  expect(policyOf(site)['connect-src']).toBe("'self' ws://192.168.1.5:3000 https: http:");
  expect(policyOf(site)).not.toHaveProperty('upgrade-insecure-requests');
  expect(securityHeaders(site)).not.toHaveProperty('strict-transport-security');
});

test('CONNECT_SRC replaces the default of anywhere', () => {
  const site = { publicUrl: 'https://chat.example.com', connectSrc: ['https://api.openai.com'] };
  expect(policyOf(site)['connect-src']).toBe("'self' wss://chat.example.com https://api.openai.com");
});

test('the other headers reveal as little as possible', () => {
  const {
    'content-security-policy': _,
    'permissions-policy': permissions,
    ...rest
  } = securityHeaders({
    publicUrl: 'https://chat.example.com',
  });
  expect(rest).toEqual({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
  });
  expect(permissions).not.toContain('web-share');
  expect(permissions).toMatch(/clipboard-write=\(self\).*camera=\(\).*microphone=\(\)/);
});
