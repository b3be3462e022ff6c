import { decodeDos, dosPages } from './dos-pages.ts';
import {
  arabic,
  baltic,
  centralEuropean,
  type commonCharacters,
  cyrillic,
  greek,
  hebrew,
  koi8r,
  type Language,
  thai,
  turkish,
  vietnamese,
  western,
} from './languages.ts';

export interface Encoding {
  /** Its name for `TextDecoder`, or the number of a DOS code page. */
  name: string;
  /** Its name for people. */
  label: string;
  /** What is written in it, for people. */
  writing: string;
  /** The languages written in it, for those that give one byte to each character. */
  languages?: readonly Language[];
  /** The scripts written in it, for those that give more. */
  scripts?: readonly (keyof typeof commonCharacters)[];
  /** How much rarer it is than the most frequent ones, as a natural logarithm. */
  rarity: number;
}

const letters = (
  name: string,
  label: string,
  writing: string,
  languages: readonly Language[],
  rarity = 0,
): Encoding => ({
  name,
  label,
  writing,
  languages,
  rarity,
});
const characters = (
  name: string,
  label: string,
  writing: string,
  scripts: (keyof typeof commonCharacters)[],
  rarity = 0,
): Encoding => ({
  name,
  label,
  writing,
  scripts,
  rarity,
});

const everyLanguage = [
  ...[western, centralEuropean, turkish, baltic, vietnamese, cyrillic, greek, hebrew, arabic, thai].flat(),
];
const everyScript = ['chinese', 'traditional', 'japanese', 'korean'] as const;

/** Those in which office programs write text, besides UTF-8. ISO-8859-1 and -9 are read as Windows-1252 and -1254. */
export const encodings: readonly Encoding[] = [
  letters('windows-1252', 'Windows-1252', 'Western', western),
  letters('windows-1250', 'Windows-1250', 'Central European', centralEuropean, 1),
  letters('windows-1251', 'Windows-1251', 'Cyrillic', cyrillic),
  letters('windows-1253', 'Windows-1253', 'Greek', greek),
  letters('windows-1254', 'Windows-1254', 'Turkish', turkish, 1.5),
  letters('windows-1255', 'Windows-1255', 'Hebrew', hebrew),
  letters('windows-1256', 'Windows-1256', 'Arabic', arabic),
  letters('windows-1257', 'Windows-1257', 'Baltic', baltic, 2),
  letters('windows-1258', 'Windows-1258', 'Vietnamese', vietnamese, 2.5),
  letters('windows-874', 'Windows-874', 'Thai', thai),
  characters('shift_jis', 'Shift_JIS', 'Japanese', ['japanese']),
  characters('euc-jp', 'EUC-JP', 'Japanese', ['japanese'], 1),
  characters('gb18030', 'GB18030', 'Simplified Chinese', ['chinese']),
  characters('big5', 'Big5', 'Traditional Chinese', ['traditional']),
  characters('euc-kr', 'EUC-KR', 'Korean', ['korean']),
  {
    name: 'utf-16le',
    label: 'UTF-16',
    writing: 'Unicode',
    languages: everyLanguage,
    scripts: everyScript,
    rarity: 2,
  },
  {
    name: 'utf-16be',
    label: 'UTF-16 BE',
    writing: 'Unicode',
    languages: everyLanguage,
    scripts: everyScript,
    rarity: 3,
  },
  letters('iso-8859-15', 'ISO-8859-15', 'Western', western, 3),
  letters('iso-8859-2', 'ISO-8859-2', 'Central European', centralEuropean, 2),
  letters('iso-8859-5', 'ISO-8859-5', 'Cyrillic', cyrillic, 2),
  letters('iso-8859-6', 'ISO-8859-6', 'Arabic', arabic, 2),
  letters('iso-8859-7', 'ISO-8859-7', 'Greek', greek, 1),
  letters('iso-8859-8', 'ISO-8859-8', 'Hebrew', hebrew, 2),
  letters('iso-8859-13', 'ISO-8859-13', 'Baltic', baltic, 3.5),
  letters('koi8-r', 'KOI8-R', 'Cyrillic', koi8r, 2),
  letters('koi8-u', 'KOI8-U', 'Cyrillic', cyrillic, 2.5),
  letters('macintosh', 'Macintosh', 'Western', western, 3.5),
  letters('x-mac-cyrillic', 'Macintosh', 'Cyrillic', cyrillic, 2),
  letters('cp850', 'DOS 850', 'Western', western, 3.5),
  letters('cp437', 'DOS 437', 'Western', western, 4),
  letters('cp852', 'DOS 852', 'Central European', centralEuropean, 3.5),
  letters('ibm866', 'DOS 866', 'Cyrillic', cyrillic, 2),
  letters('cp737', 'DOS 737', 'Greek', greek, 2),
  letters('cp857', 'DOS 857', 'Turkish', turkish, 3.5),
  letters('cp775', 'DOS 775', 'Baltic', baltic, 3.5),
];

/** The text of bytes in this encoding; null where they are not valid in it. Of a part, the last character may be cut. */
export function textIn(bytes: Uint8Array, name: string, isPart = false): string | null {
  const page = dosPages[name];
  if (page !== undefined) {
    const text = decodeDos(bytes, page);
    return text.includes('\ufffd') ? null : text;
  }
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes, { stream: isPart });
  } catch {
    return null;
  }
}
