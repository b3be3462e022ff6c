import { Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { Toasts } from '../ui/index.ts';
import { Debug } from './debug.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { routes } from './routes.ts';

export function App() {
  return (
    <ErrorBoundary>
      <Suspense>
        <Switch>
          <Route path="/login">
            <Redirect to={`/signin${location.search}`} replace />
          </Route>
          {routes.map(({ path, Page }) => (
            <Route key={path} path={path} component={Page} />
          ))}
          <Route component={NotFound} />
        </Switch>
      </Suspense>
      <Toasts />
      <Debug />
    </ErrorBoundary>
  );
}
