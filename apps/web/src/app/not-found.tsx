import { Link } from 'wouter';

export function NotFound() {
  return (
    <main>
      <h1>404</h1>
      <p>Oops! The page you're looking for doesn't exist.</p>
      <Link href="/chat">Back to the chat</Link>
    </main>
  );
}
