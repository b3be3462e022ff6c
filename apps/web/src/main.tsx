import './ui/tokens.css';
import './ui/fonts/fallbacks.css';
import './ui/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { tolerateMovedNodes } from './app/moved-nodes.ts';
import { keepOwnColour } from './app/own-colour.ts';
import { preparePage } from './app/routes.ts';
import { earlyPress } from './early/presses.ts';
import { registerServiceWorker } from './service-worker/register.ts';
import { fetchFonts } from './ui/fonts/fonts.ts';

// In the build it is a script of its own in front of everything.
if (import.meta.env.DEV) void import('./early/first.ts');

const root = document.getElementById('root');
if (!root) throw new Error('The document has no #root to mount on.');

tolerateMovedNodes();
// Before a message of one's own is drawn.
keepOwnColour();
// The document preloads the page's code: waiting for it here costs nothing and spares a flash of emptiness.
// When it cannot be had, the page itself asks again and the error boundary says so.
preparePage(location.pathname)
  .catch(() => {})
  // As a transition React renders it in slices, and a slow machine is never busy for long.
  .then(() => startTransition(() => mount(root)))
  .finally(registerServiceWorker);
fetchFonts();

function mount(root: HTMLElement) {
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (!root.hasChildNodes()) return createRoot(root).render(app);
  // The document holds the page already, built ahead.
  const pressed = earlyPress();
  hydrateRoot(root, app);
  pressed?.click();
}
