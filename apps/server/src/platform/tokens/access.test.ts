import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { base64url, exportJWK, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { refuse } from '../http/refuse.ts';
import { accessTokens, type Keyring, newSigningKey } from './access.ts';

const ada = { userId: 'ada', signInId: 'laptop', generation: 3 };
const key = await newSigningKey();
const keyring: Keyring = {
  signing: async () => key,
  find: async (kid) => (kid === key.kid ? key.publicJwk : undefined),
};
const start = Date.UTC(2026, 10, 21, 12);
const seconds = start / 1000;
let time = start;
const tokens = () => {
  time = start;
  return accessTokens(keyring, () => time);
};

test('a token says who is signed in, for ten minutes', async () => {
  const { sign, read } = tokens();
  const token = await sign(ada);
  expect(token.split('.')).toHaveLength(3);
  expect(JSON.parse(String(Buffer.from(token.split('.')[0] ?? '', 'base64url')))).toEqual({
    alg: 'EdDSA',
    typ: 'at+jwt',
    kid: key.kid,
  });
  expect(JSON.parse(String(Buffer.from(token.split('.')[1] ?? '', 'base64url')))).toEqual({
    iss: 'polylogue',
    aud: 'polylogue',
    sub: 'ada',
    sid: 'laptop',
    gen: 3,
    jti: expect.stringMatching(/^[\w-]{36}$/),
    iat: seconds,
    exp: seconds + 600,
  });
  expect(await read(token)).toEqual(ada);
  time += 599_000;
  expect(await read(token)).toEqual(ada);
  time += 1_000;
  expect(await read(token)).toBeUndefined();
  expect(await accessTokens(keyring, () => time).read(token)).toBeUndefined();
});

const right = {
  iss: 'polylogue',
  aud: 'polylogue',
  sub: 'ada',
  sid: 'laptop',
  gen: 3,
  jti: '1',
  iat: seconds,
};
const header = { alg: 'EdDSA', typ: 'at+jwt', kid: key.kid };

async function signed(payload: JWTPayload, more: object = {}, from = key) {
  const signing = await importJWK(from.privateJwk, 'EdDSA');
  return new SignJWT(payload).setProtectedHeader({ ...header, ...more }).sign(signing);
}

test('the forged tokens below differ from a valid one in one thing only', async () => {
  expect(await tokens().read(await signed({ ...right, exp: seconds + 600 }))).toEqual(ada);
});

const whole = { ...right, exp: seconds + 600 };
const other = await newSigningKey();
const encoded = (part: object) => base64url.encode(JSON.stringify(part));
const publicPem = await exportSPKI(
  (await importJWK(key.publicJwk, 'EdDSA', { extractable: true })) as CryptoKey,
);
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const without = (name: keyof typeof whole) => {
  const { [name]: _, ...rest } = whole;
  return rest;
};

test.each<[string, () => string | Promise<string>]>([
  ['without a signature', () => `${encoded({ ...header, alg: 'none' })}.${encoded(whole)}.`],
  ['without a signature, though it names our algorithm', () => `${encoded(header)}.${encoded(whole)}.`],
  [
    'signed by HS256 with our public key as the secret',
    () => new SignJWT(whole).setProtectedHeader({ ...header, alg: 'HS256' }).sign(Buffer.from(publicPem)),
  ],
  [
    'signed by HS256 with the public bytes as the secret',
    () =>
      new SignJWT(whole)
        .setProtectedHeader({ ...header, alg: 'HS256' })
        .sign(base64url.decode(key.publicJwk.x ?? '')),
  ],
  [
    'signed by RSA under our key’s name',
    () => {
      const text = `${encoded({ ...header, alg: 'RS256' })}.${encoded(whole)}`;
      return `${text}.${signBytes('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`;
    },
  ],
  ['signed by another key under our key’s name', () => signed(whole, {}, other)],
  ['of an unknown key', () => signed(whole, { kid: other.kid }, other)],
  ['that names no key', () => signed(whole, { kid: undefined })],
  ['that brings its own key', () => signed(whole, { jwk: other.publicJwk }, other)],
  ['that says where its key is', () => signed(whole, { jku: 'https://evil.example/keys' })],
  ['that says where its certificate is', () => signed(whole, { x5u: 'https://evil.example/cert' })],
  ['with a critical extension', () => signed(whole, { crit: ['exp'] }).catch(() => 'a.b.c')],
  ['with one header more', () => signed(whole, { cty: 'JWT' })],
  ['for another audience', () => signed({ ...whole, aud: 'other' })],
  ['of another issuer', () => signed({ ...whole, iss: 'other' })],
  ['of the type of an id token', () => signed(whole, { typ: 'JWT' })],
  ['without a type', () => signed(whole, { typ: undefined })],
  ['that has expired a second ago', () => signed({ ...whole, iat: seconds - 500, exp: seconds - 1 })],
  ['that never expires', () => signed(without('exp'))],
  ['that lives for a day', () => signed({ ...whole, iat: seconds - 3600, exp: seconds + 86_400 })],
  ['that will be issued in two minutes', () => signed({ ...whole, iat: seconds + 120, exp: seconds + 600 })],
  ['that is not valid yet', () => signed({ ...whole, nbf: seconds + 120 })],
  ['without a person', () => signed(without('sub'))],
  ['without a sign-in', () => signed(without('sid'))],
  ['whose sign-in is no text', () => signed({ ...whole, sid: { $ne: '' } })],
  ['without a name of its own', () => signed(without('jti'))],
  ['that is no JSON', () => `${encoded(header)}.bm90IGpzb24.AAAA`],
  ['of two parts', () => 'a.b'],
  ['of five parts', () => 'a.b.c.d.e'],
  ['that is empty', () => ''],
  ['that is endless', () => 'a'.repeat(100_000)],
])('a token %s proves nothing [CHECK-31]', async (_, forge) => {
  expect(await tokens().read(await forge())).toBeUndefined();
});

test('while the keys cannot be read, nobody is told that their token is worth nothing', async () => {
  const token = await tokens().sign(ada);
  const away = async () => refuse('not-ready', 'The server cannot reach its database right now.');
  const { read } = accessTokens({ ...keyring, find: away }, () => time);
  await expect(read(token)).rejects.toMatchObject({ refusal: 'not-ready' });
});

test('not a single character of a token may change', async () => {
  const { sign, read } = tokens();
  const token = await sign(ada);
  for (let place = 0; place < token.length - 1; place += 7) {
    const letter = token[place] === 'A' ? 'B' : 'A';
    expect(await read(token.slice(0, place) + letter + token.slice(place + 1))).toBeUndefined();
  }
});

test('a clock half a minute behind ours still accepts what we sign, and one two minutes behind does not [CHECK-32]', async () => {
  const token = await tokens().sign(ada);
  expect(await accessTokens(keyring, () => start - 30_000).read(token)).toEqual(ada);
  expect(await accessTokens(keyring, () => start - 120_000).read(token)).toBeUndefined();
});

test('a public key from another algorithm does not work under one of our kids', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const token = await new SignJWT(whole).setProtectedHeader({ ...header, alg: 'ES256' }).sign(privateKey);
  expect(await exportJWK(privateKey)).toHaveProperty('crv', 'P-256');
  expect(await tokens().read(token)).toBeUndefined();
});
