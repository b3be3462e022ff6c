// The contract's own rules without its schema library, which a form has no use for; form-rules.test.ts keeps
// the two in step.

/** One thing that must be true of a text, and the sentence for when it is not. */
export interface Rule {
  says: string;
  holds(text: string): boolean;
}

const is = (shape: RegExp) => (text: string) => shape.test(text);

const emailShape = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

export const emailRules: readonly Rule[] = [
  { says: 'Email is required', holds: is(/./s) },
  { says: 'Please enter a valid email', holds: is(/^.{0,254}$/su) },
  { says: 'Please enter a valid email', holds: is(emailShape) },
];

export const usernameRules: readonly Rule[] = [
  { says: 'Username is required', holds: is(/./s) },
  { says: 'Username must have at most 32 characters', holds: is(/^.{0,32}$/su) },
  { says: 'Username must start with a letter', holds: is(/^[a-z]/) },
  { says: 'Only a-z, 0-9, . and _ are permitted', holds: is(/^[a-z0-9._]+$/) },
];

/** What a new password must have, each with the short label of the list that is ticked off while typing. */
export const passwordRules = [
  { says: 'Password must be 8+ characters', short: '8+ characters', holds: is(/^.{8,}$/su) },
  { says: 'Password must have 1 uppercase letter', short: '1 uppercase letter', holds: is(/[A-Z]/) },
  { says: 'Password must have 1 lowercase letter', short: '1 lowercase letter', holds: is(/[a-z]/) },
  { says: 'Password must have 1 number', short: '1 number', holds: is(/[0-9]/) },
  { says: 'Password must have 1 special character', short: '1 special character', holds: is(/[^A-Za-z0-9]/) },
] as const satisfies readonly (Rule & { short: string })[];

const [longEnough, ...made] = passwordRules;

export const newPasswordRules: readonly Rule[] = [
  longEnough,
  { says: 'Password must have at most 1024 characters', holds: is(/^.{0,1024}$/su) },
  ...made,
  {
    says: 'Password must have at most 1024 bytes',
    holds: (text) => new TextEncoder().encode(text).length <= 1024,
  },
];

export const identifierRules: readonly Rule[] = [{ says: 'Username or email is required', holds: is(/\S/) }];
export const passwordGivenRules: readonly Rule[] = [{ says: 'Password is required', holds: is(/./s) }];
export const inviteRules: readonly Rule[] = [{ says: 'An invite code is required', holds: is(/\S/) }];

export const notTheSame = 'Passwords do not match';

/** The sentence of the first rule that is broken; undefined when all hold. */
export const broken = (rules: readonly Rule[], text: string): string | undefined =>
  rules.find(({ holds }) => !holds(text))?.says;

export const isEmail = (text: string): boolean => broken(emailRules, text) === undefined;

/** A username in its allowed form: lowercase, no whitespace. */
export const tidyUsername = (typed: string): string => typed.toLowerCase().replace(/\s/g, '');

/** What identifies the person signing in: an e-mail address when it looks like one, otherwise a username. */
export function identified(typed: string): { email: string } | { username: string } {
  const identifier = typed.trim();
  return emailShape.test(identifier) ? { email: identifier } : { username: tidyUsername(identifier) };
}
