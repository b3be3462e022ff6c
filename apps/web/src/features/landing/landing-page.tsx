import { Link } from 'wouter';
import { ButtonLink, Header, Wordmark } from '../../ui/index.ts';
import styles from './landing-page.module.css';
import { ProductPicture } from './product-picture.tsx';
import { SnakeBoard } from './snake-board.tsx';

const promises = [
  {
    title: 'Nothing is ever lost',
    text: 'Every conversation is still there after a reload or a crash, and on all your devices if you have an account. If the network drops, you keep the part of the answer you had.',
  },
  {
    title: 'Your key stays yours',
    text: 'It stays in your browser and goes only to the provider you saved it for. This server never sees it.',
  },
  {
    title: 'It never stutters',
    text: 'It loads in a moment, and answers appear as they are written: smoothly, however long they get.',
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
              Talk to OpenAI, Gemini, Anthropic, DeepSeek, Grok or a model of your own. You bring the key;
              your browser asks the provider directly, with nothing in between.
            </p>
            <div className={styles.ways}>
              <Link href="/signup" asChild>
                <ButtonLink tone="accent">Sign Up</ButtonLink>
              </Link>
              <Link href="/signin" asChild>
                <ButtonLink>Login</ButtonLink>
              </Link>
              <Link href="/chat#connect" asChild>
                <ButtonLink>Try it without an account</ButtonLink>
              </Link>
            </div>
          </div>
          <div className={styles.seen}>
            <ProductPicture />
            <SnakeBoard />
          </div>
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
