import { spokenLimit, spokenText, truncated } from './spoken-text.ts';

/** Milliseconds between two announcements: time to hear a sentence or two. */
export const announcementInterval = 4_000;

/** How much of a growing reply has been announced. */
export interface Speech {
  /** Complete sentences added since the last call, or ''. */
  more(markdown: string): string;
  /** What is left to announce once the reply is complete. */
  rest(markdown: string): string;
}

/**
 * Replies arrive faster than anyone can listen. The beginning is announced sentence by sentence; after that only,
 * once, that it goes on, and that it has ended: the whole reply can be read in the list, at the reader's own pace.
 */
export function openSpeech(): Speech {
  let announced = 0;
  let before = '';
  let isEnough = false;

  function upTo(end: number, plain: string): string {
    const words = plain.slice(announced, end).trim();
    announced = Math.max(announced, end);
    return words;
  }

  return {
    more(markdown) {
      if (isEnough) return '';
      before = markdown;
      const plain = spokenText(settled(markdown));
      if (plain.length <= spokenLimit) return upTo(endOfSentences(plain), plain);
      isEnough = true;
      const begun = plain.slice(0, spokenLimit);
      // Thai, for one, ends no sentence with a mark.
      const words = upTo(endOfSentences(begun), begun) || truncated(begun.slice(announced), false);
      return `${words} The reply continues in the list.`.trim();
    },
    rest(markdown) {
      // What was announced has turned out to be reasoning.
      if (!markdown.startsWith(before)) {
        announced = 0;
        isEnough = false;
      }
      if (isEnough) return 'The reply is complete.';
      const plain = spokenText(markdown);
      const words = truncated(plain, markdown.length <= 2 * spokenLimit);
      return upTo(words.length, words);
    },
  };
}

/** What later characters cannot change: complete lines, and complete sentences of the last one. */
function settled(markdown: string): string {
  const lastLine = markdown.lastIndexOf('\n') + 1;
  const open = markdown.slice(lastLine);
  // An open mark may turn out to be part of a link or code.
  return markdown.slice(0, lastLine) + (/[`[\]|]/.test(open) ? '' : open);
}

/** "3." and "Dr." begin something rather than end it; at worst a sentence is announced in two halves. */
function endOfSentences(plain: string): number {
  return /^.*(?:[.!?…:]["”’)]?(?=\s)|[。！？।۔؟។](?!$))/s.exec(plain)?.[0].length ?? 0;
}
