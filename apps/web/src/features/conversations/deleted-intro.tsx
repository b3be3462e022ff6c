import { Button, TrashIcon } from '../../ui/index.ts';
import styles from './conversations-page.module.css';

export function DeletedIntro({ onEmpty }: { onEmpty(): void }) {
  return (
    <div className={styles.deleted}>
      <p>Deleted conversations are kept for 30 days, then removed for good.</p>
      <Button small onClick={onEmpty}>
        <TrashIcon size={18} />
        Empty
      </Button>
    </div>
  );
}
