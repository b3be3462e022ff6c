import styles from './markdown.module.css';

/**
 * An image in a reply. The page never fetches it, since its address could carry words of the conversation to the
 * host it names: the card shows the host, and a click opens the image.
 */
export function ImageCard({ src, host, alt }: { src: string; host: string; alt: string }) {
  return (
    <a className={styles.imageCard} href={src} target="_blank" rel="noopener noreferrer nofollow">
      <svg className={styles.imageMark} viewBox="0 0 24 24" aria-hidden="true">
        <rect x="3" y="5" width="18" height="14" rx="2" />
        <circle cx="9" cy="10" r="1.5" />
        <path d="m4 17 5-4 3 2 4-4 4 4" />
      </svg>
      <span>
        {alt === '' ? 'Image' : alt} <span className={styles.imageHost}>from {host}</span>
      </span>
    </a>
  );
}
