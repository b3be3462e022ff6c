import { Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { Toasts } from '../ui/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { home, routes } from './routes.ts';

export function App() {
  return (
    <ErrorBoundary>
      <Suspense>
        <Switch>
          <Route path="/">
            <Redirect to={home + location.search} replace />
          </Route>
          {routes.map(({ path, Page }) => (
            <Route key={path} path={path} component={Page} />
          ))}
          <Route component={NotFound} />
        </Switch>
      </Suspense>
      <Toasts />
    </ErrorBoundary>
  );
}
