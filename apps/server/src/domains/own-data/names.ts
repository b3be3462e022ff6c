/**
 * Gives each thing in a copy a unique name that every system can unpack: no path out of the folder, nothing invisible
 * or reserved, and no two names that differ only in case.
 */
export function distinctNames(): (wanted: string) => string {
  const taken = new Set<string>();
  // The last number used for a name that was taken.
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
// Control characters, invisible ones, those that change the reading direction, and what Windows refuses.
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

/** Shortens a name but keeps its extension, which says how to open it. */
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
