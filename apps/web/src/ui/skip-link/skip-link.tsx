import styles from './skip-link.module.css';

/** The first Tab stop on a page with much above its content: leads to the element with the id `to`. */
export function SkipLink({ to }: { to: string }) {
  return (
    <a className={styles.skip} href={`#${to}`}>
      Skip to content
    </a>
  );
}
