import type { Page } from '@playwright/test';
import { AuthForm } from './auth-form.ts';
import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';

test.use({ provider: null });

/** Holds up challenges until they are let go, again and again; counts them, and what the forms send. */
async function guard(page: Page) {
  const counts = { challenges: 0, sent: 0 };
  let gate = Promise.withResolvers<void>();
  await page.route('**/api/challenge?*', async (route) => {
    counts.challenges += 1;
    await gate.promise;
    await route.continue();
  });
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/auth/')) counts.sent += 1;
  });
  return {
    counts,
    letGo: () => gate.resolve(),
    hold() {
      gate = Promise.withResolvers<void>();
      Object.assign(counts, { challenges: 0, sent: 0 });
    },
  };
}

test('the forms say what is wrong when a field is left, want a solved challenge, and keep everything when they are refused [FIELD-07 FIELD-12 FIELD-13 FIELD-14 FIELD-15 FORGOT-03 FORMS-01 RESET-04 RESET-05 SIGNIN-07 SIGNUP-06]', async ({
  page,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  const { counts, letGo, hold } = await guard(page);

  /** Sends a form that is filled in, first without its challenge; then it is refused. */
  async function expectKept(
    form: AuthForm,
    typed: Record<string, string>,
    unsolved: string,
    refusal: string,
  ) {
    await form.fill(typed);
    await form.submit.click();
    await form.expectRefused(unsolved);
    await expect(page.getByRole('group', { name: 'Challenge' }).first()).toHaveAccessibleDescription(
      unsolved,
    );
    expect(counts.sent).toBe(0);
    letGo();
    await expect(form.box).toBeChecked();
    await expectRefusal(form, typed, refusal);
  }
  /** The next submit is refused. Nothing typed is lost, and the spent challenge is solved anew. */
  async function expectRefusal(form: AuthForm, typed: Record<string, string>, refusal: string) {
    expect(counts.challenges).toBe(1);
    await form.submit.click();
    await form.expectRefused(refusal);
    expect(counts.sent).toBe(1);
    for (const [label, text] of Object.entries(typed)) await expect(form.field(label)).toHaveValue(text);
    await expect.poll(() => counts.challenges).toBe(2);
    await expect(form.box).toBeChecked();
    hold();
  }

  const signin = new AuthForm(page, 'Sign In');
  await signin.refuse('/api/auth/signin', 401);
  await page.goto('/signin');
  await signin.submit.click();
  await signin.expectError('Username or email', 'Username or email is required');
  await signin.expectError('Password', 'Password is required');
  await expect(signin.field('Username or email')).toBeFocused();
  await expectClean(page);
  await signin.field('Username or email').press('a');
  await expect(page.getByText('Username or email is required')).toBeHidden();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expectKept(
    signin,
    { 'Username or email': 'ada', Password: 'Correct-horse-7' },
    'Please complete the Turnstile challenge',
    'Incorrect username or password',
  );

  const signup = new AuthForm(page, 'Sign Up');
  await signup.refuse('/api/auth/signup', 409);
  await page.goto('/signup');
  const email = signup.field('Email');
  const wrong = page.getByText('Please enter a valid email');
  await email.fill('ada@example');
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  await expect(wrong).toBeHidden();
  await email.blur();
  await signup.expectError('Email', 'Please enter a valid email');
  // From then on with every change.
  await email.fill('ada@example.com');
  await expect(wrong).toBeHidden();
  await email.fill('ada');
  await expect(wrong).toBeVisible();
  await expectKept(
    signup,
    { Email: 'ada@example.com', Username: 'ada', Password: 'Correct-horse-7' },
    'Please complete the Turnstile challenge.',
    'Username or email already exists.',
  );

  const reset = new AuthForm(page, 'Reset Password');
  await page.goto('/reset-password');
  await reset.expectRefused('Invalid password reset link. Please request a new one.');
  await expect(reset.submit).toBeDisabled();
  // This page asks for a challenge as well.
  await expect.poll(() => counts.challenges).toBe(1);
  hold();
  // The sentence above takes two lines until its font is there: a press at that moment would miss the link.
  await page.evaluate(() => document.fonts.ready);
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');

  const forgot = new AuthForm(page, 'Send Reset Link');
  await forgot.refuse('/api/auth/forgot-password', 404);
  await expect(forgot.submit).toBeDisabled();
  await forgot.fill({ Email: 'ada@example.com' });
  await expect.poll(() => counts.challenges).toBe(1);
  await expect(forgot.submit).toBeDisabled();
  letGo();
  await expect(forgot.submit).toBeEnabled();
  await forgot.fill({ Email: 'ada@example' });
  await expect(forgot.submit).toBeDisabled();
  await forgot.field('Email').blur();
  await forgot.expectError('Email', 'Please enter a valid email');
  await forgot.fill({ Email: 'ada@example.com' });
  await expectRefusal(forgot, { Email: 'ada@example.com' }, 'Email address not found.');

  await reset.refuse('/api/auth/reset-password', 400);
  await page.goto('/reset-password?code=some-code');
  await reset.field('New password').fill('short');
  await reset.field('New password').blur();
  await reset.expectError('New password', 'Password must be 8+ characters');
  const next = 'Battery-staple-8';
  await reset.fill({ 'New password': next, 'Confirm password': 'Battery' });
  await reset.field('Confirm password').blur();
  await reset.expectError('Confirm password', 'Passwords do not match');
  // Whichever is typed last.
  await reset.fill({ 'New password': 'Battery' });
  await expect(page.getByText('Passwords do not match')).toBeHidden();
  for (const field of ['New password', 'Confirm password'])
    await expect(reset.field(field)).toHaveAttribute('autocomplete', 'new-password');
  await expectKept(
    reset,
    { 'New password': next, 'Confirm password': next },
    'Please complete the Turnstile challenge',
    'Invalid or expired reset link. Please request a new one.',
  );
});
