import { z } from 'zod';
import { routes } from './route.ts';

export const UserId = z.string().regex(/^[\w-]{1,64}$/);
export type UserId = z.infer<typeof UserId>;

/** An instant as it crosses the wire: ISO 8601, UTC. */
export const Instant = z.iso.datetime();

/** Lowercase, without spaces: what a person is called by. */
export const Username = z
  .string({ error: 'Username is required' })
  .min(1, 'Username is required')
  .max(32, 'Username must have at most 32 characters')
  .regex(/^[a-z]/, 'Username must start with a letter')
  .regex(/^[a-z0-9._]+$/, 'Only a-z, 0-9, . and _ are permitted');
export type Username = z.infer<typeof Username>;

export const Email = z
  .string({ error: 'Email is required' })
  .min(1, 'Email is required')
  .max(254, 'Please enter a valid email')
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email');
export type Email = z.infer<typeof Email>;

/** A new password. Its rules are the only ones that refuse; at most 1024 bytes. */
export const Password = z
  .string({ error: 'Password is required' })
  .min(8, 'Password must be 8+ characters')
  .max(1024, 'Password must have at most 1024 characters')
  .regex(/[A-Z]/, 'Password must have 1 uppercase letter')
  .regex(/[a-z]/, 'Password must have 1 lowercase letter')
  .regex(/[0-9]/, 'Password must have 1 number')
  .regex(/[^A-Za-z0-9]/, 'Password must have 1 special character')
  .refine(
    (password) => new TextEncoder().encode(password).length <= 1024,
    'Password must have at most 1024 bytes',
  );
export type Password = z.infer<typeof Password>;

/** Good, may not contact strangers, may not sign in. */
export const Standing = z.enum(['good', 'limited', 'suspended']);
export type Standing = z.infer<typeof Standing>;

export const PrivacySettings = z.object({
  public_profile: z.boolean(),
  allow_search: z.boolean(),
  allow_invites: z.boolean(),
});
export type PrivacySettings = z.infer<typeof PrivacySettings>;

/** The signed-in person, as only they see themselves. */
export const Me = z.object({
  user_id: UserId,
  username: Username,
  previous_usernames: z.array(z.string()),
  email: z.string(),
  email_verified: z.boolean(),
  auth_provider: z.string(),
  auth_provider_id: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  bio: z.string().nullable(),
  tagline: z.string().nullable(),
  location: z.string().nullable(),
  birth_date: z.string().nullable(),
  phone_number: z.string().nullable(),
  phone_number_verified: z.boolean(),
  profile_picture_url: z.string().nullable(),
  cover_picture_url: z.string().nullable(),
  privacy_settings: PrivacySettings,
  user_standing: Standing,
  standing_updated_at: Instant.nullable(),
  has_accepted_waiver: z.boolean(),
  waiver_accepted_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type Me = z.infer<typeof Me>;

/** The waiver of today and whether the person has accepted this version of it. */
export const Waiver = z.object({
  signed_waiver: z.boolean(),
  /** Of the text that is asked for now. */
  version: z.string(),
  accepted_version: z.string().nullable(),
  accepted_at: Instant.nullable(),
});
export type Waiver = z.infer<typeof Waiver>;

export const userRoutes = routes({
  me: {
    method: 'GET',
    path: '/api/v1/user/me',
    says: 'The signed-in person',
    access: 'signed-in',
    reply: Me,
    refusals: [],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/v1/user/me/password',
    says: 'Change the password; every other sign-in ends',
    access: 'signed-in',
    limit: 'password',
    body: z.strictObject({ current_password: z.string().min(1).max(1024), new_password: Password }),
    reply: z.object({}),
    refusals: ['wrong-password', 'too-many', 'busy'],
  },
  waiver: {
    method: 'GET',
    path: '/api/v1/user/me/waiver',
    says: 'Whether the waiver of today is accepted',
    access: 'signed-in',
    reply: Waiver,
    refusals: [],
  },
  acceptWaiver: {
    method: 'POST',
    path: '/api/v1/user/me/waiver',
    says: 'Accept the waiver; `waiver` is the version that was read',
    access: 'signed-in',
    limit: 'account',
    body: z.strictObject({ waiver: z.string().min(1).max(64) }),
    reply: Waiver,
    refusals: ['out-of-date', 'too-many'],
  },
});
