import { scriptUrl } from '../lib/page/script-url.ts';
import { whenIdle } from '../lib/schedule/idle.ts';

/**
 * Lets the app open without a connection from the next visit on. Only once the page stands and the browser has nothing
 * better to do; over plain http no browser knows it, and `npm run dev` has none.
 */
export function registerServiceWorker(): void {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker) return;
  const register = () =>
    whenIdle(() => {
      // Refused by a person's settings, or by a deployment: the app works without.
      serviceWorker.register(scriptUrl('/service-worker.js'), { updateViaCache: 'none' }).catch(() => {});
    });
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
