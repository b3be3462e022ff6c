// The contract's rules without its schema library, which a form does not need; form-rules.test.ts keeps
// the two in step.

/** A condition on a text, and the message for when it does not hold. */
export interface Rule {
  message: string;
  holds(text: string): boolean;
}

const is = (shape: RegExp) => (text: string) => shape.test(text);

const emailShape = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

export const emailRules: readonly Rule[] = [
  { message: 'Email is required', holds: is(/./s) },
  { message: 'Please enter a valid email', holds: is(/^.{0,254}$/su) },
  { message: 'Please enter a valid email', holds: is(emailShape) },
];

export const usernameRules: readonly Rule[] = [
  { message: 'Username is required', holds: is(/./s) },
  { message: 'Username must have at most 32 characters', holds: is(/^.{0,32}$/su) },
  { message: 'Username must start with a letter', holds: is(/^[a-z]/) },
  { message: 'Only a-z, 0-9, . and _ are permitted', holds: is(/^[a-z0-9._]+$/) },
];

/** A password as it will be hashed, however a keyboard writes its accents. One that is too long is cut behind the limit. */
const composed = (typed: string) => typed.slice(0, 1_025).normalize('NFC');
const ofComposed = (holds: (text: string) => boolean) => (typed: string) => holds(composed(typed));

/** What a new password must have, each with the short label of the list that is ticked off while typing. */
export const passwordRules = [
  { message: 'Password must be 8+ characters', short: '8+ characters', holds: ofComposed(is(/^.{8,}$/su)) },
  {
    message: 'Password must have 1 uppercase letter',
    short: '1 uppercase letter',
    holds: ofComposed(is(/[A-Z]/)),
  },
  {
    message: 'Password must have 1 lowercase letter',
    short: '1 lowercase letter',
    holds: ofComposed(is(/[a-z]/)),
  },
  { message: 'Password must have 1 number', short: '1 number', holds: ofComposed(is(/[0-9]/)) },
  {
    message: 'Password must have 1 special character',
    short: '1 special character',
    holds: ofComposed(is(/[^A-Za-z0-9]/)),
  },
] as const satisfies readonly (Rule & { short: string })[];

const [longEnough, ...made] = passwordRules;

export const newPasswordRules: readonly Rule[] = [
  longEnough,
  { message: 'Password must have at most 1,024 characters', holds: is(/^.{0,1024}$/su) },
  ...made,
  {
    message: 'Password must have at most 1,024 bytes',
    holds: ofComposed((text) => new TextEncoder().encode(text).length <= 1024),
  },
];

export const identifierRules: readonly Rule[] = [
  { message: 'Username or email is required', holds: is(/\S/) },
];
export const passwordGivenRules: readonly Rule[] = [{ message: 'Password is required', holds: is(/./s) }];
export const inviteRules: readonly Rule[] = [{ message: 'An invite code is required', holds: is(/\S/) }];

export const passwordMismatch = 'Passwords do not match';

/** Whether two spellings are the same password. */
export const isSamePassword = (one: string, other: string): boolean =>
  one === other || (one.length <= 1_024 && other.length <= 1_024 && composed(one) === composed(other));

/** The sentence of the first rule that is broken; undefined when all hold. */
export const ruleError = (rules: readonly Rule[], text: string): string | undefined =>
  rules.find(({ holds }) => !holds(text))?.message;

export const isEmail = (text: string): boolean => ruleError(emailRules, text) === undefined;

/** A username in its allowed form: lowercase, no whitespace. */
export const tidyUsername = (typed: string): string => typed.toLowerCase().replace(/\s/g, '');

/** What identifies the person signing in: an email address when it looks like one, otherwise a username. */
export function identifierIn(typed: string): { email: string } | { username: string } {
  const identifier = typed.trim();
  return emailShape.test(identifier) ? { email: identifier } : { username: tidyUsername(identifier) };
}
