import { Link } from 'wouter';
import { ButtonLink, OpenPage, Wordmark } from '../../ui/index.ts';
import { LegalLinks } from '../legal/index.ts';
import styles from './landing-page.module.css';
import { ChatPicture, PhonePicture, RoomPicture } from './product-picture.tsx';
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
    <OpenPage
      className={styles.main}
      home={
        <Link href="/dashboard">
          <Wordmark />
        </Link>
      }
      footer={<LegalLinks />}
    >
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.headline}>Talk to AI with your own key</h1>
          <p className={styles.tagline}>One AI-to-Many human interactions</p>
          <p>
            Ask OpenAI, Gemini, Anthropic, DeepSeek, Grok or a model of your own: alone, or with others in one
            live room. Your browser asks the provider directly, with nothing in between.
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
        <SnakeBoard />
        <div className={styles.pictures}>
          <figure>
            <RoomPicture />
            <figcaption>Three people and an AI, in a room</figcaption>
          </figure>
          <figure>
            <ChatPicture />
            <figcaption>You and a model of your own</figcaption>
          </figure>
        </div>
      </section>
      <ul className={styles.promises}>
        {promises.map(({ title, text }) => (
          <li key={title}>
            <h2 className={styles.title}>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <section className={styles.story}>
        <div className={styles.words}>
          <h2 className={styles.heading}>Several people, one AI</h2>
          <p>
            Make a space, send a link, and talk. Whoever wants an answer asks the AI, and everyone reads it as
            it is written. Messages marked “off the record” never reach the AI.
          </p>
        </div>
        <div className={styles.words}>
          <h2 className={styles.heading}>One of you lends a key</h2>
          <p>
            For the evening, to the people you choose, up to the amount you set. The key itself stays in your
            browser, which asks the provider for everyone.
          </p>
        </div>
      </section>
      <section className={`${styles.story} ${styles.turned}`}>
        <PhonePicture />
        <div className={styles.words}>
          <h2 className={styles.heading}>On your phone, too</h2>
          <p>
            Add it to the home screen: it opens even without a connection. Your conversations are in your
            browser, and on every device you sign in on. Change the model in mid-conversation, edit a
            question, keep every version of an answer, and see what each has cost.
          </p>
          <h2 className={styles.heading}>On your own server</h2>
          <p>
            Polylogue is open source. In a folder with its source, one command starts it, with its database
            inside:
          </p>
          <pre className={styles.command}>
            <code>docker compose up --build -d</code>
          </pre>
        </div>
      </section>
    </OpenPage>
  );
}
