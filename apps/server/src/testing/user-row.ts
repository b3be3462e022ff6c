/** A row of `users`, for tests of migrations, which have no server. */
export const userRow = (user_id: string) => ({
  user_id,
  auth_provider: 'password' as const,
  username: user_id,
  username_canonical: user_id,
  email: user_id,
  email_canonical: user_id,
  email_verified: false,
  hashed_password: '',
  phone_number_verified: false,
  previous_usernames: '[]' as const,
  privacy_public_profile: false,
  privacy_allow_search: false,
  privacy_allow_invites: false,
  user_standing: 'good' as const,
  created_at: 1,
  updated_at: 1,
});
