import { useState } from 'react';
import { Button } from '../button/button.tsx';
import { Switch } from '../switch/switch.tsx';
import { notificationPermission, requestNotificationPermission } from './permission.ts';
import { notificationWordsShown } from './show.ts';

const sentences: Record<NotificationPermission, string> = {
  default: 'This browser can show notifications while the app is open in a background tab.',
  granted: 'This browser shows notifications while the app is open in a background tab.',
  denied: 'This browser blocks notifications from this site. You may be able to allow them in its settings.',
};

/** Says whether this browser shows notifications, and asks it to where it has not been asked yet. */
export function BrowserNotifications() {
  const [allowed, setAllowed] = useState(notificationPermission);
  const [isShown, setShown] = useState(notificationWordsShown.read);
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
      {allowed === 'granted' && (
        <Switch
          label="Show the first words"
          hint="Otherwise a notification says where something was written, and by whom."
          checked={isShown}
          onChange={(isOn) => {
            notificationWordsShown.set(isOn);
            setShown(isOn);
          }}
        />
      )}
    </>
  );
}
