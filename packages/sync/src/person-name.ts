interface Named {
  first_name: string | null;
  last_name: string | null;
  username: string;
}

/** The display name of a person: their real name if it is known. */
export function nameOf({ first_name, last_name, username }: Named): string {
  return [first_name, last_name].filter(Boolean).join(' ') || username;
}
