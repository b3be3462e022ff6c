import { copyText } from '../../../../lib/files/clipboard.ts';
import { useCopied } from '../../../../lib/files/use-copied.ts';
import { CheckIcon, CopyIcon, IconButton, VisuallyHidden } from '../../../../ui/index.ts';
import styles from './copy-button.module.css';

/** `text` is called when the button is pressed. */
export function CopyButton({ text }: { text(): string }) {
  const [isCopied, copy] = useCopied(() => copyText(text()));
  return (
    <span className={styles.copy}>
      <IconButton label="Copy message" small onClick={copy} data-copied={isCopied || undefined}>
        {isCopied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
      </IconButton>
      <span role="status">{isCopied && <VisuallyHidden>Copied</VisuallyHidden>}</span>
    </span>
  );
}
