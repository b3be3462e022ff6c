import { rangesIn } from './ranges.ts';

/** Highlights the matches without touching the document. */
export interface Marks {
  all(list: Element, sought: readonly string[]): void;
  current(range: Range | null): void;
  clear(): void;
}

const canHighlight = typeof Highlight === 'function' && CSS.highlights !== undefined;

/** Every text of a list: messages, and reasoning that is unfolded. */
const texts = '[data-text], [data-reasoning]';

export const marks: Marks = canHighlight
  ? {
      all(list, sought) {
        const ranges =
          sought.length === 0
            ? []
            : [...list.querySelectorAll(texts)].flatMap((text) => rangesIn(text, sought, false));
        // One by one: a call takes a limited number of arguments.
        const highlight = new Highlight();
        for (const range of ranges) highlight.add(range);
        CSS.highlights.set('found', highlight);
      },
      current(range) {
        const highlight = new Highlight(...(range ? [range] : []));
        highlight.priority = 1;
        CSS.highlights.set('found-here', highlight);
      },
      clear() {
        CSS.highlights.delete('found');
        CSS.highlights.delete('found-here');
      },
    }
  : {
      all() {},
      // The selection: visible in every browser, and ready to copy.
      current(range) {
        const selection = getSelection();
        if (range)
          selection?.setBaseAndExtent(
            range.startContainer,
            range.startOffset,
            range.endContainer,
            range.endOffset,
          );
      },
      clear() {},
    };
