import { z } from 'zod';
import { ChallengeKind } from './challenge.ts';
import { defineRoutes } from './route.ts';
import { Email, Password, Username } from './user.ts';
import { Instant } from './user-id.ts';

/** What proves a sign-in: a short access token of three parts and an opaque refresh token, good for one exchange. */
export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
export type Tokens = z.infer<typeof Tokens>;

const SignInId = z
  .string()
  .max(64, { abort: true })
  .regex(/^[\w-]{1,64}$/);

/** One device on which a person is signed in. */
export const SignIn = z.object({
  sign_in_id: SignInId,
  /** Browser and system, as far as they are known. */
  device: z.string(),
  address: z.string(),
  created_at: Instant,
  last_used_at: Instant,
  /** Whether this very request came from it. */
  is_current: z.boolean(),
});
export type SignIn = z.infer<typeof SignIn>;

/** A secret that came by mail. */
const Code = z.string().min(1).max(200);
const CurrentPassword = z.string().min(1).max(1024);
const Done = z.object({});

export const authRoutes = defineRoutes({
  options: {
    method: 'GET',
    path: '/api/auth/options',
    summary:
      'What the sign-in forms must show: who may sign up, which challenge, and whether links can be emailed',
    access: 'anyone',
    reply: z.object({
      signup: z.enum(['open', 'invite', 'closed']),
      challenge: ChallengeKind,
      sends_mail: z.boolean(),
    }),
    refusals: [],
  },
  signin: {
    method: 'POST',
    path: '/api/auth/signin',
    summary: 'Sign in with a username or an email address',
    access: 'anyone',
    limit: 'signin',
    challenge: 'signin',
    body: z.union([
      z.strictObject({ email: z.string().min(1).max(254), password: CurrentPassword }),
      z.strictObject({ username: z.string().min(1).max(254), password: CurrentPassword }),
    ]),
    reply: Tokens,
    refusals: ['wrong-credentials', 'challenge-failed', 'suspended', 'too-many', 'busy'],
  },
  signup: {
    method: 'POST',
    path: '/api/auth/signup',
    summary: 'Create an account and sign in',
    access: 'anyone',
    limit: 'signup',
    challenge: 'signup',
    body: z.strictObject({
      email: Email,
      username: Username,
      password: Password,
      /** The code of an invitation, where one is needed. */
      invite: Code.optional(),
    }),
    reply: Tokens,
    refusals: ['taken', 'challenge-failed', 'signup-closed', 'too-many', 'busy'],
  },
  refresh: {
    method: 'POST',
    path: '/api/auth/refresh',
    summary:
      'Exchange the refresh token (X-Refresh-Token) for new tokens, in the headers X-Access-Token and X-Refresh-Token',
    access: 'anyone',
    limit: 'refresh',
    headers: z.object({ 'x-refresh-token': z.string().optional() }),
    reply: Done,
    replyHeaders: ['x-access-token', 'x-refresh-token'],
    refusals: ['signed-out', 'sign-in-ended', 'too-many'],
  },
  signout: {
    method: 'POST',
    path: '/api/auth/signout',
    summary: 'End the sign-in of the given refresh or access token; an unknown one is no error',
    access: 'anyone',
    limit: 'refresh',
    headers: z.object({ 'x-refresh-token': z.string().optional() }),
    reply: Done,
    replyHeaders: ['clear-site-data'],
    refusals: ['too-many'],
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Email a link that sets a new password',
    access: 'anyone',
    limit: 'mail',
    challenge: 'forgot-password',
    body: z.strictObject({ email: Email }),
    reply: Done,
    refusals: ['unknown-email', 'challenge-failed', 'too-many'],
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with the code of an emailed link; every sign-in ends',
    access: 'anyone',
    limit: 'password',
    challenge: 'reset-password',
    body: z.strictObject({ token: Code, password: Password }),
    reply: Done,
    refusals: ['expired-code', 'unknown-code', 'challenge-failed', 'too-many', 'busy'],
  },
  sendVerification: {
    method: 'POST',
    path: '/api/auth/verify',
    summary: 'Email a link that verifies the signed-in person’s email address',
    access: 'signed-in',
    limit: 'mail',
    reply: Done,
    refusals: ['already-verified', 'too-many'],
  },
  verify: {
    method: 'GET',
    path: '/api/auth/verify',
    summary: 'Verify an email address with the code of an emailed link',
    access: 'anyone',
    limit: 'mail',
    query: z.object({ code: Code }),
    reply: z.object({ email: z.string() }),
    refusals: ['expired-code', 'unknown-code', 'too-many'],
  },
  signIns: {
    method: 'GET',
    path: '/api/auth/sign-ins',
    summary: 'The devices on which the person is signed in',
    access: 'signed-in',
    reply: z.object({ sign_ins: z.array(SignIn) }),
    refusals: [],
  },
  endSignIns: {
    method: 'POST',
    path: '/api/auth/sign-ins/end',
    summary: 'End one sign-in, or all others when none is named',
    access: 'signed-in',
    limit: 'password',
    body: z.strictObject({ sign_in_id: SignInId.optional(), current_password: CurrentPassword }),
    reply: Done,
    refusals: ['wrong-password', 'not-found', 'too-many', 'busy'],
  },
  changeEmail: {
    method: 'POST',
    path: '/api/auth/change-email',
    summary: 'Ask for another email address: a link goes to it, a notice to the old one',
    access: 'signed-in',
    limit: 'mail',
    body: z.strictObject({ email: Email, current_password: CurrentPassword }),
    reply: Done,
    refusals: ['wrong-password', 'too-many', 'busy'],
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/auth/change-email/confirm',
    summary: 'Make the new email address the person’s own, with the code of the emailed link',
    access: 'anyone',
    limit: 'mail',
    body: z.strictObject({ code: Code }),
    reply: z.object({ email: z.string() }),
    refusals: ['expired-code', 'unknown-code', 'taken', 'too-many'],
  },
  undoEmail: {
    method: 'POST',
    path: '/api/auth/change-email/undo',
    summary: 'Go back to the old email address, with the code of the notice; every sign-in ends',
    access: 'anyone',
    limit: 'mail',
    body: z.strictObject({ code: Code }),
    reply: z.object({ email: z.string() }),
    refusals: ['expired-code', 'unknown-code', 'taken', 'too-many'],
  },
});
