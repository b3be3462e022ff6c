import { type ChunkedList, textOf } from '@polylogue/markdown';
import type { ReactNode } from 'react';
import { copyText } from '../../../../lib/files/clipboard.ts';
import { download } from '../../../../lib/files/download.ts';
import { useCopied } from '../../../../lib/files/use-copied.ts';
import { CheckIcon, CopyIcon, DownloadIcon, IconButton, WrapIcon } from '../../../../ui/index.ts';
import styles from '../markdown.module.css';
import { codeFileName } from './code-file.ts';
import { countedLines } from './code-lines.ts';
import type { Grammar } from './highlight/languages.ts';
import { useWrapping, wrapCode } from './wrapping.ts';

interface CodeHeaderProps {
  language: Grammar | null;
  pieces: ChunkedList<string>;
  /** Further buttons. */
  children?: ReactNode;
  /** Its code is shown. */
  isCode: boolean;
}

/** The language of a block of code, and the actions on it. */
export function CodeHeader({ language, pieces, children, isCode }: CodeHeaderProps) {
  const isWrapped = useWrapping();
  return (
    <figcaption className={styles.codeHeader} data-tools={children !== undefined || undefined}>
      <span className={styles.language}>{language?.name ?? 'Text'}</span>
      <span className={styles.lineCount}>{countedLines(pieces)}</span>
      {children}
      {isCode && (
        <>
          <IconButton small label="Wrap lines" aria-pressed={isWrapped} onClick={() => wrapCode(!isWrapped)}>
            <WrapIcon size={16} />
          </IconButton>
          <IconButton
            small
            label="Download code"
            onClick={() => download(codeFileName(language), textOf(pieces))}
          >
            <DownloadIcon size={16} />
          </IconButton>
        </>
      )}
      <CopyCode pieces={pieces} />
    </figcaption>
  );
}

function CopyCode({ pieces }: { pieces: ChunkedList<string> }) {
  const [isCopied, copy] = useCopied(() => copyText(textOf(pieces)));
  return (
    <IconButton small label={isCopied ? 'Copied' : 'Copy code'} onClick={copy}>
      {isCopied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
    </IconButton>
  );
}
