import { z } from 'zod';
import { Person } from './person.ts';
import { defineRoutes } from './route.ts';
import { line, lines } from './text.ts';
import { Instant, UserId } from './user-id.ts';

/** As the form writes it; what is far too long is refused as it is. */
const tidied = (typed: string) => (typed.length > 254 ? typed : typed.toLowerCase().replace(/\s/g, ''));

/** What a person is called by: capitals and whitespace are put right, as the form does during typing. */
export const Username = z
  .string({ error: 'Username is required' })
  .overwrite(tidied)
  .min(1, 'Username is required')
  .max(32, { error: 'Username must have at most 32 characters', abort: true })
  .regex(/^[a-z]/, 'Username must start with a letter')
  .regex(/^[a-z0-9._]+$/, 'Only a-z, 0-9, . and _ are permitted');
export type Username = z.infer<typeof Username>;

export const Email = z
  .string({ error: 'Email is required' })
  .min(1, 'Email is required')
  .max(254, { error: 'Please enter a valid email', abort: true })
  // Each character is read in one way only, or a row of dots would be tried in all its partitions.
  .regex(/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/, 'Please enter a valid email');
export type Email = z.infer<typeof Email>;

/** As it is hashed, however a keyboard writes its accents; what is far too long is refused as it is. */
const composed = (typed: string) => (typed.length > 1024 ? typed : typed.normalize('NFC'));

/** A new password. Its rules are the only ones that refuse; at most 1024 bytes. */
export const Password = z
  .string({ error: 'Password is required' })
  .overwrite(composed)
  .min(8, 'Password must be 8+ characters')
  .max(1024, { error: 'Password must have at most 1,024 characters', abort: true })
  .regex(/[A-Z]/, 'Password must have 1 uppercase letter')
  .regex(/[a-z]/, 'Password must have 1 lowercase letter')
  .regex(/[0-9]/, 'Password must have 1 number')
  .regex(/[^A-Za-z0-9]/, 'Password must have 1 special character')
  .refine(
    (password) => new TextEncoder().encode(password).length <= 1024,
    'Password must have at most 1,024 bytes',
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

const notADay = 'Please enter a date as year, month and day';

/** A day, `YYYY-MM-DD`. That it is not to come is the server's to say. */
const BirthDate = z
  .string()
  .max(10, { error: notADay, abort: true })
  .check(z.iso.date(notADay))
  .refine((day) => day >= '1900-01-01', 'Please enter a date after 1900');

const notANumber = 'Please enter a phone number with its country code, such as +44 20 7946 0000';

/** With its country, digits only: +442079460000. */
const PhoneNumber = z
  .string()
  .max(64, { error: notANumber, abort: true })
  .transform((number) => number.replace(/[\s().-]/g, ''))
  .refine((number) => /^\+[1-9]\d{6,14}$/.test(number), notANumber);

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
  /** What the person may do, sent along with the data. */
  can: z.object({
    /**
     * Verify an address with a mailed link. Where no mail leaves the server, the operator verifies addresses, and
     * nobody needs that to be found by name.
     */
    verify_email: z.boolean(),
  }),
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

/** What a person changes about themselves: what is left out stays as it is, null or nothing empties it. */
export const ProfileChange = z.strictObject({
  username: Username.optional(),
  first_name: line(50, 'First name').optional(),
  last_name: line(50, 'Last name').optional(),
  tagline: line(100, 'Tagline').optional(),
  bio: lines(1000, 'Bio').optional(),
  location: line(100, 'Location').optional(),
  birth_date: BirthDate.nullable().optional(),
  phone_number: PhoneNumber.nullable().optional(),
  /** A picture that this very person uploaded for this purpose, by the url its upload answered; null takes it away. */
  profile_picture_url: z.string().max(2000).nullable().optional(),
  cover_picture_url: z.string().max(2000).nullable().optional(),
  privacy_settings: PrivacySettings.partial().strict().optional(),
});
/** As it is sent. */
export type ProfileChange = z.input<typeof ProfileChange>;

/** What people are looked for by; exactly one is given. */
export const SearchField = z.enum(['username', 'email', 'full_name', 'first_name', 'last_name', 'user_id']);
export type SearchField = z.infer<typeof SearchField>;

const sought = z.string().max(254).optional();

export const userRoutes = defineRoutes({
  me: {
    method: 'GET',
    path: '/api/v1/user/me',
    summary: 'The signed-in person',
    access: 'signed-in',
    reply: Me,
    refusals: [],
  },
  updateMe: {
    method: 'PUT',
    path: '/api/v1/user/me',
    summary: 'Change the profile, the pictures or the privacy switches',
    access: 'signed-in',
    limit: 'account',
    body: ProfileChange,
    reply: Me,
    refusals: ['taken', 'too-many'],
  },
  user: {
    method: 'GET',
    path: '/api/v1/user',
    summary: 'One person, as far as the one who asks may see them',
    access: 'signed-in',
    limit: 'sync',
    query: z.object({ user_id: z.string().max(200) }),
    reply: Person,
    refusals: ['not-found', 'too-many'],
  },
  searchUsers: {
    method: 'GET',
    path: '/api/v1/user/search',
    summary:
      'People who let themselves be found, by exactly one field: names by their beginning, the others exactly',
    access: 'signed-in',
    limit: 'search',
    query: z.object({
      username: sought,
      email: sought,
      full_name: sought,
      first_name: sought,
      last_name: sought,
      user_id: sought,
    }),
    reply: z.array(Person).max(20),
    refusals: ['too-many'],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/v1/user/me/password',
    summary: 'Change the password; every other sign-in ends',
    access: 'signed-in',
    limit: 'password',
    body: z.strictObject({ current_password: z.string().min(1).max(1024), new_password: Password }),
    reply: z.object({}),
    refusals: ['wrong-password', 'too-many', 'busy'],
  },
  waiver: {
    method: 'GET',
    path: '/api/v1/user/me/waiver',
    summary: 'Whether the current waiver has been accepted',
    access: 'signed-in',
    reply: Waiver,
    refusals: [],
  },
  acceptWaiver: {
    method: 'POST',
    path: '/api/v1/user/me/waiver',
    summary: 'Accept the waiver; `waiver` is the version that was read',
    access: 'signed-in',
    limit: 'account',
    body: z.strictObject({ waiver: z.string().min(1).max(64) }),
    reply: Waiver,
    refusals: ['out-of-date', 'too-many'],
  },
});
