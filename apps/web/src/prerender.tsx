import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { App } from './app/app.tsx';
import { preparePage } from './app/routes.ts';

/** The markup of a page as it is before anything is known of the browser it will be in. */
export async function prerender(path: string): Promise<string> {
  await preparePage(path);
  return renderToString(
    <StrictMode>
      <Router ssrPath={path}>
        <App />
      </Router>
    </StrictMode>,
  );
}
