/** Browsers without notifications count as having refused them. */
export const notificationPermission = (): NotificationPermission =>
  'Notification' in globalThis ? Notification.permission : 'denied';

export const requestNotificationPermission = async (): Promise<NotificationPermission> =>
  'Notification' in globalThis ? Notification.requestPermission() : 'denied';
