export { BrowserNotifications } from './browser-notifications.tsx';
export { closeNotification, showNotification } from './show.ts';
