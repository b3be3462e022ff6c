import { countedLines } from '../markdown/code-lines.ts';
import type { Grown } from '../markdown/grown.ts';
import { languageOf } from '../markdown/highlight/languages.ts';
import styles from '../markdown/markdown.module.css';
import { isWrapping } from '../markdown/wrapping.ts';
import { buttonRoom, element } from './element.ts';

/** What code-block.tsx shows before anything is coloured or drawn. */
export function drawCode(info: string, chunks: Grown<string>): HTMLElement {
  const language = languageOf(info);
  const runs = chunks.stretches.flat().map(([first = '', ...rest]) => {
    const lines = [first.replace(/^\n/, ''), ...rest].join('');
    return element('span', { class: styles.lines }, lines);
  });
  return element(
    'figure',
    { class: styles.code },
    element(
      'figcaption',
      { class: styles.codeHeader },
      element('span', { class: styles.language }, language?.name ?? 'Text'),
      element('span', { class: styles.lineCount }, countedLines(chunks)),
      // Wrap, download, copy: a row as high with one as with all, but as wide only with all.
      buttonRoom(),
      buttonRoom(),
      buttonRoom(),
    ),
    element(
      'pre',
      { dir: 'ltr', 'data-wrapped': isWrapping() ? 'true' : undefined },
      element('code', {}, ...runs),
    ),
  );
}
