/** Beside a password that was set earlier. The page it names is for visitors, and signing out here would delete the keys. */
export const ifForgotten = (): string =>
  `If you have forgotten it, open ${location.host}/forgot-password in a private window or another browser.`;
