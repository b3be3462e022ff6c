import { backslash, closeList, closeObject, comma, openList, openObject, quote } from './characters.ts';

/** One member of an object: its value as JSON, and as much of it as is read. */
interface Member {
  name: string;
  whole: string;
  /** The same text where nothing was cut. */
  cut: string;
}

/**
 * The members of an object from its JSON, as JSON.stringify writes it; of each value the first `most` keys and items, counted
 * from a level on: 1 is that of the value itself. Without parsing it, which costs a hundred times as much where there
 * are very many.
 */
export function membersOf(json: string, most: number, level = 1): Member[] {
  const members: Member[] = [];
  let at = json.startsWith('{"') ? 1 : json.length;
  while (at < json.length) {
    const colonAt = textEnd(json, at) + 1;
    const { end, cut } = readValue(json, colonAt + 1, most, level);
    members.push({ name: JSON.parse(json.slice(at, colonAt)), whole: json.slice(colonAt + 1, end), cut });
    at = json.charCodeAt(end) === comma ? end + 1 : json.length;
  }
  return members;
}

/** Where the value that begins at `start` ends, and as much of it as is read. */
function readValue(json: string, start: number, most: number, level: number): { end: number; cut: string } {
  let depth = 0;
  let left = most;
  let cut = '';
  /** Up to where the value is copied. */
  let copied = start;
  /** Where the rest of an object or list begins that is left out, and on which level. */
  let restAt = 0;
  let restDepth = 0;
  let at = start;
  for (; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    const isOpening = code === openObject || code === openList;
    if (code === quote) at = textEnd(json, at);
    else if (code === closeObject || code === closeList) {
      if (depth === 0) break;
      if (depth === restDepth) {
        cut += json.slice(copied, restAt);
        copied = at;
        restDepth = 0;
      }
      depth -= 1;
    } else if (isOpening || code === comma) {
      if (isOpening) depth += 1;
      else if (depth === 0) break;
      const next = json.charCodeAt(at + 1);
      const isEntry = !isOpening || (next !== closeObject && next !== closeList);
      if (!isEntry || restDepth > 0 || depth < level) continue;
      if (left > 0) left -= 1;
      else {
        restAt = isOpening ? at + 1 : at;
        restDepth = depth;
      }
    }
  }
  return { end: at, cut: cut + json.slice(copied, at) };
}

/** Where the text that begins with the quote at `at` has its closing one. */
function textEnd(json: string, at: number): number {
  for (let end = json.indexOf('"', at + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return json.length;
}
