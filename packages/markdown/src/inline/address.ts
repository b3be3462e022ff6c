/** A bare address in a text, without brackets or with `<` and `>`. */
export interface Address {
  start: number;
  end: number;
  target: string;
}

const inBrackets =
  /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|([a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*))>/iy;

/** `<https://a.example>` or `<a@b.example>`. */
export function bracketedAddressAt(text: string, start: number): Address | null {
  inBrackets.lastIndex = start;
  const [whole, mail] = inBrackets.exec(text) ?? [];
  if (whole === undefined) return null;
  const target = mail === undefined ? whole.slice(1, -1) : `mailto:${mail}`;
  return { start, end: start + whole.length, target };
}

const mayHoldAddress = /:\/\/|www\.|@/i;
const beginning = /(?:https?:\/\/|www\.)(?=[a-z0-9\u00aa-\uffef])|@(?=[a-z0-9])/gi;
/**
 * Quotes, dashes, and the punctuation of Chinese, Japanese and Arabic end an address as a space does; an apostrophe
 * does unless a letter or digit follows.
 */
const untilSpace =
  /(?:[^\s<«»\u060c\u061b\u061f\u2014\u2015\u2018-\u201f\u2026\u2039\u203a\u22ef\u3000-\u3003\u3008-\u3011\u3014-\u301b\u301d-\u301f\uff01\uff02\uff07-\uff09\uff0c\uff1a-\uff1c\uff1e\uff1f\uff3b\uff3d\uff5b-\uff5d\uff5f-\uff64]|\u2019(?=[a-z0-9]))*/iy;
const domain = /[a-z0-9-]+(?:\.[a-z0-9-]+)+/iy;
const isInWord = /[a-z0-9]/i;
const isInLocalPart = /[a-z0-9._+-]/i;

/** Addresses without brackets, from left to right: `https://a.example`, `www.a.example`, `a@b.example`. */
export function bareAddresses(text: string): Address[] {
  if (!mayHoldAddress.test(text)) return [];
  const found: Address[] = [];
  let end = 0;
  for (const { 0: sign, index } of text.matchAll(beginning)) {
    if (index < end) continue;
    const address = sign === '@' ? mailAround(text, index, end) : pageAt(text, index, sign);
    if (address === null) continue;
    found.push(address);
    end = address.end;
  }
  return found;
}

function pageAt(text: string, start: number, sign: string): Address | null {
  if (isInWord.test(text.charAt(start - 1))) return null;
  untilSpace.lastIndex = start;
  const end = start + withoutEnding(untilSpace.exec(text)?.[0] ?? '').length;
  if (end <= start + sign.length) return null;
  const written = text.slice(start, end);
  return { start, end, target: sign.toLowerCase() === 'www.' ? `http://${written}` : written };
}

function mailAround(text: string, at: number, from: number): Address | null {
  let start = at;
  while (start > from && isInLocalPart.test(text.charAt(start - 1))) start--;
  domain.lastIndex = at + 1;
  const [host = ''] = domain.exec(text) ?? [];
  if (start === at || host === '' || host.endsWith('-')) return null;
  const end = at + 1 + host.length;
  const isNamed = start - 7 >= from && text.slice(start - 7, start).toLowerCase() === 'mailto:';
  return { start: isNamed ? start - 7 : start, end, target: `mailto:${text.slice(start, end)}` };
}

/** Punctuation that ends a sentence is not part of the address, nor is a parenthesis opened before it. */
export function withoutEnding(address: string): string {
  let end = address.length;
  const opened = count(address, '(');
  let closed = count(address, ')');
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (last === ')' && closed > opened) closed--;
    else if (last === ';') {
      const reference = /&[a-z0-9]{1,31};$/i.exec(address.slice(Math.max(0, end - 33), end));
      if (reference) end -= reference[0].length - 1;
    } else if (!'?!.,:*_~\'"'.includes(last)) break;
  }
  return address.slice(0, end);
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found++;
  return found;
}
