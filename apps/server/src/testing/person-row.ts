/** A person as a row of `users`, for tests of other tables that name people. */
export const personRow = (user_id: string, username = user_id) => ({
  user_id,
  username,
  username_canonical: username,
  email: `${username}@example.com`,
  email_canonical: `${username}@example.com`,
  hashed_password: '$argon2id$not-one',
  auth_provider: 'password' as const,
  email_verified: true,
  phone_number_verified: false,
  previous_usernames: '[]',
  privacy_public_profile: false,
  privacy_allow_search: false,
  privacy_allow_invites: false,
  user_standing: 'good' as const,
  created_at: 0,
  updated_at: 0,
});
