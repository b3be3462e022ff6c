/** The pages that mails link to, always on the origin configured by the operator. */
export function mailLinks(origin: () => string) {
  const to = (path: string, query: Record<string, string>) =>
    `${origin()}${path}?${new URLSearchParams(query)}`;
  return {
    verify: (code: string) => to('/verify-email', { code }),
    reset: (code: string) => to('/reset-password', { code }),
    changeEmail: (code: string) => to('/change-email', { code }),
    undoEmail: (code: string) => to('/undo-email', { code }),
    invite: (code: string) => to('/signup', { invite: code }),
    forgot: () => `${origin()}/forgot-password`,
    changePassword: () => `${origin()}/settings/account`,
  };
}
export type MailLinks = ReturnType<typeof mailLinks>;
