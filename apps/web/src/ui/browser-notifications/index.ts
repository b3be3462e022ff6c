export { BrowserNotifications } from './browser-notifications.tsx';
export { notificationPermission } from './permission.ts';
