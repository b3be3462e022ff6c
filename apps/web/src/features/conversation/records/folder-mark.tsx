import type { Folder } from './folder.ts';
import styles from './folder-mark.module.css';

/** The colour of a folder, as a dot. Its name says the rest. */
export const FolderMark = ({ color }: Pick<Folder, 'color'>) => (
  <span className={styles.mark} data-color={color} aria-hidden="true" />
);
