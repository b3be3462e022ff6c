import { scriptUrl } from '../lib/page/script-url.ts';
import { whenIdle } from '../lib/schedule/idle.ts';

/**
 * Lets the app open without a connection from the next visit on. Registered only when the page has loaded and the
 * browser is idle; browsers offer no service workers over plain http, and `npm run dev` has none.
 */
export function registerServiceWorker(): void {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker) return;
  const register = () =>
    whenIdle(() => {
      // Refused by the browser's settings or by the deployment: the app works without it.
      serviceWorker.register(scriptUrl('/service-worker.js'), { updateViaCache: 'none' }).catch(() => {});
    });
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
