/** The page of a person. */
export function personAddress(user_id: string): string {
  return `/person?${new URLSearchParams({ user_id })}`;
}
