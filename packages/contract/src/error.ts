/** Every way our server says no, with its HTTP status. A domain refuses with one of these words or not at all. */
export const refusals = {
  'bad-input': 400,
  'foreign-site': 403,
  'not-found': 404,
  'too-slow': 408,
  'too-large': 413,
  'wrong-content-type': 415,
  'wrong-file-type': 415,
  'out-of-range': 416,
  'too-many': 429,
  'quota-used': 429,
  'too-long-headers': 431,
  unexpected: 500,
  'not-ready': 503,
  'no-room': 507,
} as const satisfies Record<string, number>;

export type Refusal = keyof typeof refusals;
