/**
 * Gives each thing in a copy a name that every system can unpack and no other has: no way out of the folder, nothing
 * unseen or reserved, and none that differs from another in its case alone.
 */
export function distinctNames(): (wanted: string) => string {
  const taken = new Set<string>();
  // Where counting goes on for a name that was there before.
  const counts = new Map<string, number>();
  return (wanted) => {
    const safe = wanted.split('/').map(safeSegment).join('/');
    for (let count = counts.get(folded(safe)) ?? 1; ; count += 1) {
      const name = count === 1 ? safe : numbered(safe, count);
      if (taken.has(folded(name))) continue;
      taken.add(folded(name));
      counts.set(folded(safe), count + 1);
      return name;
    }
  };
}

const most = 150;
// Control characters, those that cannot be seen or turn the direction of what follows, and what Windows refuses.
const unsafe = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff<>:"|?*\\]/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

function safeSegment(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(unsafe, '_')
    .replace(/(?<![. ])[. ]+$/, '')
    .trimStart();
  const short = shortened(plain);
  return short === '' || reserved.test(short) ? `_${short}` : short;
}

/** The ending says how it opens. */
function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const ending = [...(/\.[^.]{1,12}$/.exec(name)?.[0] ?? '')];
  return [...letters.slice(0, most - ending.length), ...ending].join('');
}

function numbered(path: string, count: number): string {
  return path.replace(/(\.[^./]{1,12})?$/, (ending) => ` (${count})${ending}`);
}

const folded = (name: string) => name.normalize('NFKC').toLowerCase();
