import type { Listing, ProviderName } from '@polylogue/providers';
import { Disclosure } from '../../../ui/index.ts';
import styles from './configuration.module.css';
import { testWords } from './words.ts';

interface KeyTestResultProps {
  provider: ProviderName;
  endpoint: string;
  listing: Listing;
}

/** What a test of the key showed, in words. */
export function KeyTestResult({ provider, endpoint, listing }: KeyTestResultProps) {
  const words = testWords(provider, endpoint, listing);
  if (words.isGood) return <p className={styles.good}>{words.text}</p>;
  return (
    <>
      <p className={styles.bad}>{words.text}</p>
      {words.hint && <p>{words.hint}</p>}
      {words.details && <Disclosure title="Details">{words.details}</Disclosure>}
    </>
  );
}
