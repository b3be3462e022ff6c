import { Link } from 'wouter';

/** For the footer of a page that anyone may open. */
export function LegalLinks() {
  return (
    <>
      <Link href="/privacy">Privacy Policy</Link>
      <Link href="/terms">Terms and Conditions</Link>
    </>
  );
}
