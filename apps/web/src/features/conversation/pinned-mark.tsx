import { PinIcon, VisuallyHidden } from '../../ui/index.ts';
import styles from './pinned-mark.module.css';

/** Before the title of a conversation, where no heading says that it is pinned. */
export const PinnedMark = () => (
  <>
    <PinIcon size={15} className={styles.pin} />
    <VisuallyHidden>
      <bdi>Pinned: </bdi>
    </VisuallyHidden>
  </>
);
