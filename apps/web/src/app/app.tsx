import { Suspense, useEffect } from 'react';
import { Redirect, Route, Router, Switch, useSearch } from 'wouter';
import { registerSavableWork } from '../lib/drafts/savable.ts';
import { keepFocus } from '../lib/page/focus-keeper.ts';
import { followKeyboard } from '../lib/page/on-screen-keyboard.ts';
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
import { page } from './page.tsx';
import { pageAt, routes } from './routes.ts';

const { Page: NotFound } = page(() => import('./not-found.tsx').then((module) => module.NotFound));

const aroundNav = navigationHandler(pageAt);

// Here, since one can sign out where no page has loaded the code that stores conversations.
registerSavableWork(fetchGuestWork);

export function App() {
  useEffect(() => followKeyboard(visualViewport, window, document.documentElement.style), []);
  useEffect(() => keepFocus(), []);
  useEffect(() => keepFrame(), []);
  useEffect(() => askBeforeTraversing(), []);
  return (
    <ErrorBoundary>
      <Router aroundNav={aroundNav}>
        <Offline />
        <Lending />
        <ConnectModel />
        <Suspense>
          <Switch>
            <Route path="/login" component={ToSignIn} />
            <Route path="/files">
              <Redirect to="/settings/files" replace />
            </Route>
            {routes.map(({ path, pattern = path, place, Page }) => (
              <Route key={place} path={pattern} component={Page} />
            ))}
            <Route component={NotFound} />
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

function ToSignIn() {
  const search = useSearch();
  return <Redirect to={search ? `/signin?${search}` : '/signin'} replace />;
}
