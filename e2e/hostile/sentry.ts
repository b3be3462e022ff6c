import type { Page } from '@playwright/test';

/** What must never be in a message, however it was written: watched at every change of the page, not only at the end. */
export interface Sentry {
  /** Everything wrong so far, a line each. */
  complaints(): Promise<string[]>;
  /** The longest task since the last time this was asked, in milliseconds; 0 when none took 50. */
  longestTask(): Promise<number>;
}

interface Watched extends Window {
  hacked?: unknown;
  sentry: { found: string[]; tasks: number[]; observer: PerformanceObserver };
}

export async function stand(page: Page): Promise<Sentry> {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(`A dialog said: ${dialog.message()}`);
    return dialog.dismiss();
  });
  await page.addInitScript(watchMessages);
  return {
    async complaints() {
      const found = await page.evaluate(() => {
        const { sentry, hacked } = window as unknown as Watched;
        return [...sentry.found, ...(hacked === undefined ? [] : [`Something ran: ${hacked}`])];
      });
      return [...new Set(found), ...dialogs];
    },
    longestTask: () =>
      page.evaluate(() => {
        const { sentry } = window as unknown as Watched;
        const late = sentry.observer.takeRecords().map(({ duration }) => duration);
        return Math.max(0, ...sentry.tasks.splice(0), ...late);
      }),
  };
}

function watchMessages() {
  const never =
    'script, object, embed, form, base, meta, link, style, video, audio, frame, portal, dialog, image, use';
  const found: string[] = [];
  const tasks: number[] = [];

  function look(element: Element) {
    if (!element.closest('[role=log]')) return;
    const said = () => element.outerHTML.slice(0, 120);
    if (element.matches(never)) found.push(`A forbidden element: ${said()}`);
    for (const { name, value } of element.attributes) {
      if (/^on|^(srcset|formaction|action|ping|background|poster|srcdoc|data)$/.test(name))
        found.push(`A forbidden attribute ${name}: ${said()}`);
      if (/href$/.test(name) && !/^(https?:\/\/|mailto:|#)/.test(value))
        found.push(`A link to ${value}: ${said()}`);
      if (name === 'src' && !/^(blob:|data:image\/(png|jpeg|webp|gif)|\/)/.test(value))
        found.push(`A source ${value}: ${said()}`);
      if (name === 'target' && !/noopener/.test(element.getAttribute('rel') ?? ''))
        found.push(`A window that knows us: ${said()}`);
      if (name === 'style' && /url\(|@import|expression/i.test(value))
        found.push(`A style that asks: ${said()}`);
    }
  }

  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes' && target instanceof Element) look(target);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        look(node);
        for (const inside of node.querySelectorAll('*')) look(inside);
      }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });

  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  (window as unknown as Watched).sentry = { found, tasks, observer };
}
