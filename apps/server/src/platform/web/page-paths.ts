const app = 'index.html';

/** Every address that has a page in the web app, and the document it is in. All others get the not-found page. */
export const pagePaths = {
  '/': app,
  '/chat': 'chat.html',
  // A conversation. What is no UUID is not found; which there are, this server does not say.
  '/chat/:id(^[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}$)': 'chat.html',
  '/signin': app,
  '/signup': app,
  '/forgot-password': app,
  '/reset-password': app,
  '/verify-email': app,
  '/change-email': app,
  '/undo-email': app,
  '/terms': app,
  '/privacy': app,
  '/dashboard': app,
  '/spaces': app,
  // A room, and an invitation to one. Which there are, this server says to those who may know only.
  '/spaces/:id(^[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}$)': app,
  '/spaces/join/:code(^[\\w-]{22}$)': app,
  '/conversations': app,
  '/community': app,
  '/profile': app,
  '/person': app,
  '/befriend': app,
  '/notifications': app,
  '/search': app,
  '/settings': app,
  '/settings/profile': app,
  '/settings/pictures': app,
  '/settings/privacy': app,
  '/settings/account': app,
  '/settings/sign-ins': app,
  '/settings/blocked': app,
  '/settings/files': app,
  '/settings/data': app,
  '/account-deleted': app,
} as const satisfies Record<`/${string}`, string>;

/** Addresses that lead to a page, with the same query. */
export const otherNames: Record<`/${string}`, keyof typeof pagePaths> = {
  '/login': '/signin',
  '/files': '/settings/files',
};
