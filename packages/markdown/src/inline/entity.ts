/** The named characters in common use; the other two thousand stay as they are typed. */
const named: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', copy: '©', reg: '®', trade: '™',
  hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»',
  bull: '•', middot: '·', deg: '°', times: '×', divide: '÷', plusmn: '±', minus: '−', ne: '≠', le: '≤', ge: '≥',
  asymp: '≈', infin: '∞', larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔', rArr: '⇒', hArr: '⇔',
  euro: '€', pound: '£', yen: '¥', cent: '¢', sect: '§', para: '¶', micro: 'µ', frac12: '½', frac14: '¼',
  frac34: '¾', sup2: '²', sup3: '³', alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', lambda: 'λ', mu: 'μ', pi: 'π',
  sigma: 'σ', omega: 'ω', Delta: 'Δ', Sigma: 'Σ', Omega: 'Ω', sum: '∑', radic: '√', check: '✓', hearts: '♥',
  thinsp: '\u2009', ensp: '\u2002', emsp: '\u2003', shy: '\u00ad', zwnj: '\u200c', zwj: '\u200d',
  lbrace: '{', rbrace: '}', lbrack: '[', rbrack: ']', ast: '*', lowbar: '_', grave: '`', vert: '|', bsol: '\\',
}; // biome-ignore format: a table
const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,7}));/g;

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] as string) : whole;
    const code = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });
}
