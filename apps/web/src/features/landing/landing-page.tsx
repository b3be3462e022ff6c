import { Link } from 'wouter';
import { ButtonLink, Header, Wordmark } from '../../ui/index.ts';
import styles from './landing-page.module.css';
import { SnakeBoard } from './snake-board.tsx';

const promises = [
  {
    title: 'Nothing is ever lost',
    text: 'What was said is there after a reload or a crash, and with an account on every device. Half an answer stays when the network goes.',
  },
  {
    title: 'Your key stays yours',
    text: 'It is kept in your browser and goes only to the provider you saved it for. This server never sees it.',
  },
  {
    title: 'It never stutters',
    text: 'It loads in a moment, and an answer appears as it is written, smooth however long it becomes.',
  },
];

export function LandingPage() {
  return (
    <div className={styles.page}>
      <Header>
        <Link href="/dashboard">
          <Wordmark />
        </Link>
      </Header>
      <main className={styles.main}>
        <section className={styles.hero}>
          <div className={styles.words}>
            <h1 className={styles.headline}>Talk to AI with your own key</h1>
            <p className={styles.tagline}>One AI-to-Many human interactions</p>
            <p className={styles.what}>
              Polylogue is a place to talk with OpenAI, Gemini, Anthropic, DeepSeek or Grok. You bring the
              key; your browser asks the provider directly, with nobody in between.
            </p>
            <div className={styles.ways}>
              <Link href="/signup" asChild>
                <ButtonLink tone="accent">Sign Up</ButtonLink>
              </Link>
              <Link href="/signin" asChild>
                <ButtonLink>Login</ButtonLink>
              </Link>
            </div>
            <p className={styles.without}>
              Or <Link href="/chat">try it without an account</Link>.
            </p>
          </div>
          <SnakeBoard />
        </section>
        <ul className={styles.promises}>
          {promises.map(({ title, text }) => (
            <li key={title}>
              <h2 className={styles.promise}>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer className={styles.footer}>
        <Link href="/privacy">Privacy Policy</Link>
        <Link href="/terms">Terms and Conditions</Link>
      </footer>
    </div>
  );
}
