import { cut, spoken, spokenLimit } from './spoken.ts';

/** Milliseconds between two announcements: time to hear a sentence or two. */
export const breath = 4_000;

/** What of one growing reply was said aloud. */
export interface Speech {
  /** Whole sentences that have come since, or nothing. */
  more(markdown: string): string;
  /** What is left to say once all of it is there. */
  rest(markdown: string): string;
}

/**
 * Replies come faster than anybody listens. The beginning is said sentence by sentence; beyond that only that it goes
 * on, once, and that it has ended: anyone who wants all of it reads it in the list, at a pace of their own.
 */
export function openSpeech(): Speech {
  let said = 0;
  let isEnough = false;

  function upTo(end: number, plain: string): string {
    const words = plain.slice(said, end).trim();
    said = Math.max(said, end);
    return words;
  }

  return {
    more(markdown) {
      if (isEnough) return '';
      const plain = spoken(settled(markdown));
      if (plain.length <= spokenLimit) return upTo(endOfSentences(plain), plain);
      isEnough = true;
      const begun = plain.slice(0, spokenLimit);
      return `${upTo(endOfSentences(begun), begun)} The reply goes on in the list.`.trim();
    },
    rest(markdown) {
      if (isEnough) return 'The reply is complete.';
      const plain = spoken(markdown);
      const words = cut(plain, markdown.length <= 2 * spokenLimit);
      return upTo(words.length, words);
    },
  };
}

/** What no later character turns into something else: whole lines, and whole sentences of the last one. */
function settled(markdown: string): string {
  const lastLine = markdown.lastIndexOf('\n') + 1;
  const open = markdown.slice(lastLine);
  // A mark that is open may yet be a link's or code's.
  return markdown.slice(0, lastLine) + (/[`[\]|]/.test(open) ? '' : open);
}

function endOfSentences(plain: string): number {
  let end = 0;
  for (const match of plain.matchAll(/[.!?…:](?=["”’)]?(?:\s|$))["”’)]?|[。！？]/g)) {
    // "3." and "Dr." begin something rather than end it; at worst a sentence is said in two halves.
    if (match.index + match[0].length === plain.length) break;
    end = match.index + match[0].length;
  }
  return end;
}
