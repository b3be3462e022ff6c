import { Button, DownloadIcon } from '../../../../ui/index.ts';
import styles from './too-long.module.css';

/** Shown at the end of a reply that is too long to display. */
export function TooLong({ onDownload }: { onDownload(): void }) {
  return (
    <div className={styles.note}>
      <p>This reply is longer than 5 MB. The rest is saved but not shown.</p>
      <Button small onClick={onDownload}>
        <DownloadIcon size={16} />
        Download the whole reply
      </Button>
    </div>
  );
}
