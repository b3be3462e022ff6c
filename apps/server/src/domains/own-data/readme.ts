/** The README of a copy. `names`: its JSON files, without the extension. */
export function readme({
  origin,
  at,
  names,
}: {
  origin: string;
  at: Date;
  names: readonly string[];
}): string {
  const longest = Math.max(...names.map((name) => name.length)) + '.json'.length;
  const lines = names.map((name) =>
    `  ${`${name}.json`.padEnd(longest)}  ${contentOf[name] ?? ''}`.trimEnd(),
  );
  return `Your data on Polylogue
${origin}, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC

This is a copy of everything that is stored about you on this server. JSON files are
plain text: any editor opens them. Times are in UTC.

${lines.join('\n')}

  conversations/  what was said in your conversations: all of it as JSON, with times in
                  milliseconds since 1970, and beside it the shown version, to read;
                  in files/, what their messages and your folders carry
  files/          the files you uploaded, under your own names for them
  pictures/       the pictures of your profile

What is not in it, because the server has none of it: your provider keys and
chats that were not saved to your account; they are in your browser. It also
leaves out whatever grants access (the hash of your password, tokens), what
others have not shown you, who reported whom, and emails to you that have not been
sent yet.

Anyone who has this file can read all of it. Keep it where only you can reach it.
`;
}

const contentOf: Record<string, string> = {
  profile: 'your account, your profile and your privacy settings',
  waivers: 'the versions of the waiver you accepted, and when',
  'sign-ins': 'the devices you are or were signed in on, until 30 days after the sign-in ended',
  'mailed-links': 'which links were emailed to you, and when; not the links themselves',
  spaces: 'the spaces you are or were in, by name where it is still shown to you',
  'space-posts': 'what you posted in spaces',
  'space-reactions': 'your reactions in spaces',
  'space-invitations': 'invitations to spaces, from you and to you',
  'space-sessions': 'sessions you scheduled',
  'space-answers': 'what the AI answered you in spaces',
  'space-turns': 'when you asked the AI in spaces, when your browsers answered there, and what that cost',
  notifications: 'what you were notified of',
  records:
    'your folders and their files, prompts, saved searches, instructions and budget, each value with when it was written',
  'file-paths':
    'where each file is, by its own id, or by that of the record or the message and its place there, from 0',
  usage: 'what each answer used: provider, model, tokens and price',
  files: 'what you uploaded: name, type, size, address',
  images: 'your profile pictures, and when you requested an upload slot',
  friends: 'your friends, and since when',
  'friend-requests': 'friend requests not answered yet, to you and from you',
  'friend-link': 'your personal friend link',
  blocked: 'whom you have blocked',
  reports: 'what you reported to the operator',
};
