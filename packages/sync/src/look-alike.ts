/** Letters of other scripts, and digits, that are read as Latin ones; the longer list of Unicode is 600 kB. */
const readAs: Record<string, string> = Object.fromEntries(
  [
    'aаα∂',
    'bЬв',
    'cсϲ',
    'dԁ',
    'eеєε',
    'gɡ',
    'hһн',
    'kкκ',
    'liіıι1|!ǀӏ',
    'mмm',
    'nո',
    'oоοσ0օ',
    'pрρ',
    'qԛ',
    'rг',
    'sѕ5ꜱ',
    'tтτ',
    'uυսц',
    'vνѵ',
    'wωԝ',
    'xхχ',
    'yуγү',
    'zᴢ',
  ].flatMap(([letter = '', ...others]) => others.map((other) => [other, letter])),
);

/** What a name looks like: two that a person would take for one another have the same. Empty: only signs. */
export function lookOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const letters = [...plain].map((letter) => readAs[letter] ?? letter).join('');
  return letters.replace(/[^\p{L}\p{N}]/gu, '').replaceAll('rn', 'm');
}

/** Whether a person would take one name for the other. */
export function looksLike(one: string, other: string): boolean {
  const look = lookOf(one);
  return look !== '' && look === lookOf(other);
}
