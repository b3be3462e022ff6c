/** How people prove that they are human. */
export type ChallengeConfig =
  | { kind: 'altcha' }
  | { kind: 'turnstile'; siteKey: string; secret: string }
  | { kind: 'off' };
