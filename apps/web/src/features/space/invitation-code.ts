/** The code in an invitation: a link, or the code alone; null if there is none. */
export function codeIn(text: string): string | null {
  const typed = text.trim();
  const inLink = /\/spaces\/join\/([\w-]{22})(?:[/?#]|$)/.exec(typed)?.[1];
  return inLink ?? (/^[\w-]{22}$/.test(typed) ? typed : null);
}

/** The link that leads to a space. */
export const linkOf = (code: string): string => `${location.origin}/spaces/join/${code}`;
