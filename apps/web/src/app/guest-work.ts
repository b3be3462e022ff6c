/** What a guest left in this browser: asked for before signing out. */
export const guestWork = async () => (await import('../features/conversations/index.ts')).guestWork;
