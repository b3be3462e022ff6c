import { expect, type Locator, type Page } from '@playwright/test';
import type { ProviderName } from './provider.ts';

/** The chat screen as a person finds it: by the names of things. */
export class Chat {
  readonly page: Page;
  readonly box: Locator;
  readonly send: Locator;
  readonly stop: Locator;
  readonly settings: Locator;
  readonly list: Locator;
  readonly messages: Locator;
  readonly questions: Locator;
  readonly replies: Locator;
  readonly dots: Locator;
  readonly toasts: Locator;
  readonly dialog: Locator;
  readonly badge: Locator;
  readonly temporary: Locator;

  constructor(page: Page) {
    this.page = page;
    this.box = page.getByRole('textbox', { name: 'Message' });
    this.send = this.button('Send message');
    this.stop = this.button('Stop');
    this.settings = this.button('Settings');
    this.list = page.getByRole('log');
    this.messages = this.list.locator('[data-role]');
    this.questions = this.list.locator('[data-role=user]');
    this.replies = this.list.locator('[data-role=assistant]');
    this.dots = this.list.getByText('Waiting for a reply');
    // Not by role: an announcement beside it is what a screen reader reads.
    this.toasts = page.locator('[aria-label=Notifications] [class*=_toast_]:not([data-ending-style])');
    this.dialog = page.getByRole('dialog', { name: 'API Configuration' });
    this.temporary = page.getByRole('switch', { name: 'Temporary' });
    this.badge = page.getByRole('banner').getByRole('button').first();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async open() {
    await this.page.goto('/chat');
    await expect(this.box).toBeEnabled();
  }

  /** Opens a stored conversation of so many messages, and waits until all of them are there. */
  async openStored(address: string, messages: number) {
    await this.page.goto(address);
    await expect(this.box).toBeEnabled();
    await expect(this.messages.last()).toHaveAttribute('aria-setsize', String(messages));
  }

  choice(provider: ProviderName): Locator {
    return this.dialog.getByRole('radio', { name: new RegExp(provider, 'i') });
  }

  field(name: 'API Key' | 'API Endpoint' | 'Model Name'): Locator {
    return this.dialog.getByLabel(name, { exact: true });
  }

  async choose(provider: ProviderName) {
    const radio = this.page.getByRole('radio', { name: new RegExp(provider, 'i') });
    await this.dialog.locator('label').filter({ has: radio }).click();
    await expect(this.choice(provider)).toBeChecked();
  }

  /** Fills the open dialog in, the endpoint before its key, and saves. */
  async configure(provider: ProviderName, config: { endpoint: string; model: string; apiKey: string }) {
    await this.choose(provider);
    await this.field('API Endpoint').fill(config.endpoint);
    await this.field('Model Name').fill(config.model);
    await this.field('API Key').fill(config.apiKey);
    await this.save();
  }

  async save() {
    // Not by role: while suggestions are open, everything else is hidden from screen readers, but not from a mouse.
    await this.page.locator('[role=dialog] button', { hasText: 'Save Changes' }).click();
  }

  /** Everything in local storage. */
  stored(): Promise<Record<string, string>> {
    return this.page.evaluate(() => ({ ...localStorage }));
  }

  /** Writes and sends. Does not wait for the reply. */
  async say(text: string) {
    await this.box.fill(text);
    await this.box.press('Enter');
  }

  /** Writes, sends and waits until the whole reply is there. */
  async ask(text: string): Promise<Locator> {
    const before = await this.replies.count();
    await this.say(text);
    await expect(this.replies).toHaveCount(before + 1);
    await expect(this.send).toBeVisible();
    return this.replies.last();
  }

  /** The text of a message alone as it looks, line by line: without its author, time, buttons and notes. */
  async textOf(message: Locator): Promise<string> {
    // biome-ignore lint/performance/useDomNodeTextContent: what a person reads is what counts here
    const text = await message.locator('[class*=_bubble_]').innerText();
    return text.trim();
  }

  async expectToast(title: string | RegExp, text?: string) {
    await expect(this.toasts).toContainText(title);
    if (text) await expect(this.toasts).toContainText(text);
  }

  /** Begins another conversation by its key, which does nothing in a text box. */
  async startNew() {
    await this.page.locator('#content').focus();
    await this.page.keyboard.press('n');
  }

  async closeToast() {
    await this.toasts.getByRole('button', { name: 'Close' }).click();
    await expect(this.toasts).toHaveCount(0);
  }

  /** The list's scrolling, in px. */
  scrolling(): Promise<{ top: number; toBottom: number; height: number }> {
    return this.list.evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
      top: scrollTop,
      toBottom: scrollHeight - clientHeight - scrollTop,
      height: clientHeight,
    }));
  }
}
