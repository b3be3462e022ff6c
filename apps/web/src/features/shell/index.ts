export { AppHeader } from './app-header.tsx';
export { DrawerButton } from './drawer-button.tsx';
export type { Entry } from './entry.ts';
export { EntryList } from './entry-list.tsx';
export { ListPage } from './list-page.tsx';
export { NotificationList } from './notification-list.tsx';
export { sections } from './sections.ts';
export { Shell } from './shell.tsx';
export { Sidebar } from './sidebar.tsx';
