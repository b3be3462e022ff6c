import { lazy } from '../../../lib/lazy/lazy.ts';
import { reloadOnLeave } from './form-document.ts';

/** The part of Cloudflare's script that we use; its reference is developers.cloudflare.com/turnstile. */
export interface Turnstile {
  /** Shows the widget in a place and returns its id. */
  render(place: HTMLElement, options: RenderOptions): string | undefined;
  reset(id: string): void;
  remove(id: string): void;
}

interface RenderOptions {
  sitekey: string;
  action: string;
  theme: 'auto';
  size: 'flexible';
  'response-field': false;
  'refresh-expired': 'auto';
  retry: 'never';
  callback(token: string): void;
  'expired-callback'(): void;
  'timeout-callback'(): void;
  /** True: do not write to the console, the error has been shown. */
  'error-callback'(code: string): boolean;
}

const address = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** Cloudflare's script, loaded once per document. The server allows it only in the documents of the forms. */
export const turnstile = lazy(
  () =>
    new Promise<Turnstile>((resolve, reject) => {
      const script = document.createElement('script');
      script.src = address;
      script.async = true;
      reloadOnLeave();
      script.addEventListener('load', () => {
        const { turnstile } = window as { turnstile?: Turnstile };
        if (turnstile) resolve(turnstile);
        else reject(new Error('The script of Turnstile does not offer what it should.'));
      });
      script.addEventListener('error', () => {
        script.remove();
        reject(new Error('The script of Turnstile could not be loaded.'));
      });
      document.head.append(script);
    }),
);
