/** The pages whose forms need a challenge. With Turnstile each is a document with its own content security policy. */
export const challengePages = ['/signin', '/signup', '/forgot-password', '/reset-password'] as const;
