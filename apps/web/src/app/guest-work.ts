/** What a guest left in this browser: asked for before signing out. */
export const fetchGuestWork = async () => (await import('../features/conversations/index.ts')).guestWork;
