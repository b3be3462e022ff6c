// Emphasis is looked for from each marker to all that follow: what does not close soon costs the square of its markers.
// Links are elements each, and a paragraph is at once on the page.

/** Emphasis that closes as a person writes it, without markers inside. */
const closedSoon = /(\*{1,3}|_{1,3}|~~)(?=\S)[^*_~\n]*[^\s*_~]\1/g;
const longestRun = /([*_~])\1{99}/;
const mostStars = 200;
const mostUnderscores = 1_000;
const mostMarkers = 2_000;
const mostLinks = 1_000;

/** Whether a piece of text has more links or open emphasis than anybody writes: its markers are then only characters. */
export function isBomb(text: string): boolean {
  if (text.length < mostStars) return false;
  if (longestRun.test(text) || markersIn(text, /\[/g) > mostLinks) return true;
  const markers = markersIn(text, /[*~_]+/g);
  if (markers <= mostStars || markers > mostMarkers) return markers > mostMarkers;
  const left = text.replace(closedSoon, '');
  return markersIn(left, /[*~]+/g) > mostStars || markersIn(left, /_+/g) > mostUnderscores;
}

const markersIn = (text: string, marker: RegExp) => text.match(marker)?.length ?? 0;
