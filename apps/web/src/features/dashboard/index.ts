export { DashboardPage } from './dashboard-page.tsx';
export { NotificationsPage } from './notifications-page.tsx';
export { SearchPage } from './search-page.tsx';
