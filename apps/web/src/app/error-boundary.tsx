import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button, OpenPage, Wordmark } from '../ui/index.ts';
import styles from './error-boundary.module.css';

/** Replaces a page that broke. Nothing stored in this browser is touched. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error('The page broke', error, componentStack);
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  return (
    <OpenPage
      className={styles.page}
      home={
        <a href="/dashboard">
          <Wordmark />
        </a>
      }
    >
      <div className={styles.text} role="alert">
        <h1 className={styles.title}>This page stopped working</h1>
        <p>Reload it. Your keys, settings and unsent text are still here.</p>
      </div>
      <Button tone="accent" onClick={() => location.reload()}>
        Reload
      </Button>
    </OpenPage>
  );
}
