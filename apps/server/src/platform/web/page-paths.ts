const app = 'index.html';

/** Every address that has a page in the web app, and its document. All others get the not-found page. */
export const pagePaths = {
  '/': app,
  '/chat': 'chat.html',
  // A conversation. Anything but a UUID is not found; the server does not reveal which ones exist.
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
  '/dashboard': 'dashboard.html',
  '/spaces': app,
  // A space, and an invitation to one. The server reveals which ones exist only to those who may know.
  '/spaces/:id(^[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}$)': 'room.html',
  '/spaces/join/:code(^[\\w-]{22}$)': app,
  '/conversations': app,
  '/costs': app,
  '/community': app,
  '/profile': app,
  '/person': app,
  '/befriend': app,
  '/notifications': app,
  '/search': app,
  '/settings': app,
  '/settings/profile': app,
  '/settings/pictures': app,
  '/settings/account': app,
  '/settings/sign-ins': app,
  '/settings/appearance': app,
  '/settings/models': app,
  '/settings/instructions': app,
  '/settings/notifications': app,
  '/settings/privacy': app,
  '/settings/blocked': app,
  '/settings/files': app,
  '/settings/data': app,
  '/account-deleted': app,
} as const satisfies Record<`/${string}`, string>;

/** Addresses that redirect to a page, with the same query. */
export const otherNames: Record<`/${string}`, keyof typeof pagePaths> = {
  '/login': '/signin',
  '/files': '/settings/files',
};
