import type { Definition } from './block.ts';
import { safeHref } from './inline/href.ts';
import { unescaped } from './inline/target.ts';

// [label]: destination "title", as CommonMark has it; the label has no bare bracket, the title no blank line.
const definition =
  /^\[((?:\\[\s\S]|[^[\]\\]){1,999})\]:[ \t]*(?:\n[ \t]*)?(<(?:\\.|[^\n<>\\])*>|[^\s<][^\s]*)(?:(?:[ \t]+|[ \t]*\n[ \t]*)("(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\((?:\\[\s\S]|[^()\\])*\)))?[ \t]*(?:\n|$)/;
const definitionWithoutTitle =
  /^\[((?:\\[\s\S]|[^[\]\\]){1,999})\]:[ \t]*(?:\n[ \t]*)?(<(?:\\.|[^\n<>\\])*>|[^\s<][^\s]*)[ \t]*(?:\n|$)/;

/** Labels that differ only in case and spaces are the same. */
export function normalLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

/** The empty addresses with which people write comments, as in `[//]: # (a comment)`. */
const comment = /^(?:#|<>)$/;
const beginnings = ['https://', 'http://', 'mailto:'];

/**
 * Takes the link definitions off the front of a paragraph's text. What leads nowhere is not one: it would take the
 * words of `[Alice]: Hi` with it. `isGrowing`: the last address may not be complete.
 */
export function takeDefinitions(
  text: string,
  isGrowing = false,
): { found: [string, Definition][]; rest: string } {
  const found: [string, Definition][] = [];
  let rest = text;
  while (rest.startsWith('[')) {
    const match = definition.exec(rest) ?? definitionWithoutTitle.exec(rest);
    if (match === null) break;
    const [whole, label = '', destination = '', title] = match;
    const name = normalLabel(label);
    if (name === '') break;
    const href = destination.startsWith('<') ? destination.slice(1, -1) : destination;
    const mayLead = isGrowing && whole === rest && beginnings.some((address) => address.startsWith(href));
    if (!mayLead && !comment.test(destination) && safeHref(unescaped(href)) === null) break;
    found.push([name, { href, title: title?.slice(1, -1) }]);
    rest = rest.slice(whole.length);
  }
  return { found, rest };
}
