import {
  backslash,
  closeList,
  closeObject,
  colon,
  comma,
  openList,
  openObject,
  quote,
} from './characters.ts';

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
  let depth = 0;
  let isInText = false;
  let nameAt = 1;
  let valueAt = 0;
  let left = most;
  let cut = '';
  /** Up to where the value is copied. */
  let copied = 0;
  /** Where the rest of an object or list begins that is left out, and on which level. */
  let restAt = 0;
  let restDepth = 0;

  function entry(at: number) {
    if (restDepth > 0 || depth <= level) return;
    if (left > 0) left -= 1;
    else {
      restAt = at;
      restDepth = depth;
    }
  }

  function memberEnded(at: number) {
    if (valueAt === 0) return;
    const whole = json.slice(valueAt, at);
    const name = JSON.parse(json.slice(nameAt, valueAt - 1)) as string;
    members.push({ name, whole, cut: copied === valueAt ? whole : cut + json.slice(copied, at) });
    nameAt = at + 1;
    valueAt = 0;
  }

  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (isInText) {
      if (code === backslash) at += 1;
      else if (code === quote) isInText = false;
    } else if (code === quote) isInText = true;
    else if (code === openObject || code === openList) {
      depth += 1;
      const next = json.charCodeAt(at + 1);
      if (next !== closeObject && next !== closeList) entry(at + 1);
    } else if (code === closeObject || code === closeList) {
      if (depth === restDepth) {
        cut += json.slice(copied, restAt);
        copied = at;
        restDepth = 0;
      }
      if (depth === 1) memberEnded(at);
      depth -= 1;
    } else if (code === comma) {
      if (depth === 1) memberEnded(at);
      else entry(at);
    } else if (code === colon && depth === 1) {
      valueAt = at + 1;
      copied = valueAt;
      cut = '';
      left = most;
    }
  }
  return members;
}
