import { useState } from 'react';
import { Button } from '../button/button.tsx';
import { notificationPermission, requestNotificationPermission } from './permission.ts';

const sentences: Record<NotificationPermission, string> = {
  default: 'This browser can show notifications while a space is open in a background tab.',
  granted: 'This browser shows notifications while a space is open in a background tab.',
  denied: 'This browser blocks notifications from this site. You may be able to allow them in its settings.',
};

/** Says whether this browser shows notifications, and asks it to where it has not been asked yet. */
export function BrowserNotifications() {
  const [allowed, setAllowed] = useState(notificationPermission);
  return (
    <>
      <p>{sentences[allowed]}</p>
      {allowed === 'default' && (
        <div>
          <Button onClick={() => void requestNotificationPermission().then(setAllowed)}>
            Let this browser show notifications
          </Button>
        </div>
      )}
    </>
  );
}
