import type { Page } from '@playwright/test';

/** What must never be in a message, however it was written: watched at every change of the page, not only at the end. */
export interface ContentWatch {
  /** Everything wrong so far, a line each. */
  complaints(): Promise<string[]>;
}

interface Watched extends Window {
  hacked?: unknown;
  contentWatch: { found: string[] };
}

export async function watchContent(page: Page): Promise<ContentWatch> {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(`A dialog said: ${dialog.message()}`);
    return dialog.dismiss();
  });
  await page.addInitScript(watchMessages);
  return {
    async complaints() {
      const found = await page.evaluate(() => {
        const { contentWatch, hacked } = window as unknown as Watched;
        return [...contentWatch.found, ...(hacked === undefined ? [] : [`Something ran: ${hacked}`])];
      });
      return [...new Set(found), ...dialogs];
    },
  };
}

function watchMessages() {
  const never =
    'script, object, embed, form, base, meta, link, style, video, audio, frame, portal, dialog, image, use';
  const found: string[] = [];

  function look(element: Element) {
    if (!element.closest('[role=log]')) return;
    const said = () => element.outerHTML.slice(0, 120);
    if (element.matches(never)) found.push(`A forbidden element: ${said()}`);
    for (const { name, value } of element.attributes) {
      if (/^on|^(srcset|formaction|action|ping|background|poster|srcdoc|data)$/.test(name))
        found.push(`A forbidden attribute ${name}: ${said()}`);
      // The names of authors lead to their pages.
      if (/href$/.test(name) && !/^(https?:\/\/|mailto:|#|\/person\?user_id=[\da-f-]+$)/.test(value))
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

  (window as unknown as Watched).contentWatch = { found };
}
