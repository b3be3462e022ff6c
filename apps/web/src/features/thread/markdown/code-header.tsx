import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '../../../lib/clipboard.ts';
import { download } from '../../../lib/download.ts';
import { CheckIcon, CopyIcon, DownloadIcon, IconButton, WrapIcon } from '../../../ui/index.ts';
import { codeFileName } from './code-file.ts';
import { countedLines } from './code-lines.ts';
import { type Grown, textOf } from './grown.ts';
import type { Language } from './highlight/languages.ts';
import styles from './markdown.module.css';
import { useWrapping, wrapCode } from './wrapping.ts';

interface CodeHeaderProps {
  language: Language | null;
  chunks: Grown<string>;
  /** What else can be done with it. */
  children?: ReactNode;
  /** Its code is on the screen. */
  isCode: boolean;
}

/** What a block of code is, and what can be done with it. */
export function CodeHeader({ language, chunks, children, isCode }: CodeHeaderProps) {
  const isWrapped = useWrapping();
  return (
    <figcaption className={styles.codeHeader} data-tools={children !== undefined || undefined}>
      <span className={styles.language}>{language?.name ?? 'Text'}</span>
      <span className={styles.lineCount}>{countedLines(chunks)}</span>
      {children}
      {isCode && (
        <>
          <IconButton small label="Wrap lines" aria-pressed={isWrapped} onClick={() => wrapCode(!isWrapped)}>
            <WrapIcon size={16} />
          </IconButton>
          <IconButton
            small
            label="Download code"
            onClick={() => download(codeFileName(language), textOf(chunks))}
          >
            <DownloadIcon size={16} />
          </IconButton>
        </>
      )}
      <CopyCode chunks={chunks} />
    </figcaption>
  );
}

function CopyCode({ chunks }: { chunks: Grown<string> }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      small
      label={isCopied ? 'Copied' : 'Copy code'}
      onClick={async () => setCopied(await copyText(textOf(chunks)))}
    >
      {isCopied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
    </IconButton>
  );
}
