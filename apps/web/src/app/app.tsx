import { Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { NotFound } from './not-found.tsx';
import { home, routes } from './routes.ts';

export function App() {
  return (
    <Suspense>
      <Switch>
        <Route path="/">
          <Redirect to={home} replace />
        </Route>
        {routes.map(({ path, Page }) => (
          <Route key={path} path={path} component={Page} />
        ))}
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  );
}
