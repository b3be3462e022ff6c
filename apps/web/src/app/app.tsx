import { Suspense, useEffect } from 'react';
import { Route, Router, Switch } from 'wouter';
import { registerSavableWork } from '../lib/drafts/savable.ts';
import { keepFocus } from '../lib/page/focus-keeper.ts';
import { followKeyboard } from '../lib/page/on-screen-keyboard.ts';
import { whenIdle } from '../lib/schedule/idle.ts';
import { ShortcutsList, ToastPlace, Toasts, Tooltips } from '../ui/index.ts';
import styles from './app.module.css';
import { ConnectModel } from './connect-model.tsx';
import { Debug } from './debug.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { fetchGuestWork } from './guest-work.ts';
import { keepFrame } from './keep-frame.ts';
import { Lending } from './lending.tsx';
import { askBeforeTraversing, navigationHandler } from './navigation-handler.ts';
import { Offline } from './offline.tsx';
import { chatPage, chatPaths, otherPages, pageAt } from './routes.ts';

const aroundNav = navigationHandler(pageAt);

// Here, since one can sign out where no page has loaded the code that stores conversations.
registerSavableWork(fetchGuestWork);

export function App() {
  useEffect(() => followKeyboard(visualViewport, window, document.documentElement.style), []);
  useEffect(() => keepFocus(), []);
  useEffect(() => keepFrame(), []);
  useEffect(() => askBeforeTraversing(), []);
  useEffect(() => whenIdle(() => void otherPages.prepare().catch(() => {})), []);
  return (
    <ErrorBoundary>
      <Router aroundNav={aroundNav}>
        <Offline />
        <Lending />
        <ConnectModel />
        <Suspense>
          <Switch>
            {chatPaths.map((path) => (
              <Route key="chat" path={path} component={chatPage.Page} />
            ))}
            <Route component={otherPages.Page} />
          </Switch>
        </Suspense>
        <ToastPlace layer="spare" isFloating className={styles.toasts} />
        <Toasts />
        <Tooltips />
        <ShortcutsList />
        <Debug />
      </Router>
    </ErrorBoundary>
  );
}
