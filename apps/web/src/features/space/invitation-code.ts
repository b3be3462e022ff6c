const inAddress = /\/spaces\/(?:join\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[/?#]|$)/;

/** The code in an invitation: a link, the address of a public space, or the code alone; null if there is none. */
export function codeIn(text: string): string | null {
  const typed = text.trim();
  const inLink = /\/spaces\/join\/([\w-]{22})(?:[/?#]|$)/.exec(typed) ?? inAddress.exec(typed);
  return inLink?.[1] ?? (/^[\w-]{22}$/.test(typed) ? typed : null);
}

/** The link that leads to a space. */
export const linkOf = (code: string): string => `${location.origin}/spaces/join/${code}`;
