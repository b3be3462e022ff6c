import { Toast } from '@base-ui/react/toast';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../classes.ts';
import { CloseIcon } from '../icon/icon.tsx';
import { currentPlace, isPlace } from './current-place.ts';
import styles from './toast.module.css';
import { type ShownToast, toasts } from './toast.ts';
import { toastDuration } from './toast-duration.ts';

const manager = Toast.createToastManager<ShownToast>();

export function ToastHost() {
  // Moved as a whole: a toast keeps its time, and is not announced again.
  const [host] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    let last = toasts.read();
    const settle = () => {
      const shown = toasts.read();
      const isNew = shown !== null && shown !== last;
      last = shown;
      // It stays where it was read when a dialog opens.
      if (shown && !isNew && isPlace(host.parentElement)) return;
      const place = currentPlace.read();
      if (place !== host.parentElement) place?.append(host);
    };
    settle();
    const stops = [currentPlace.listen(settle), toasts.listen(settle)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [host]);
  useEffect(follow, []);
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      {createPortal(
        <Toast.Viewport className={styles.viewport}>
          <List />
        </Toast.Viewport>,
        host,
      )}
    </Toast.Provider>
  );
}

/** Keeps the toast on screen in step with the current one. */
function follow() {
  let onScreen: string | undefined;

  function show() {
    const shown = toasts.read();
    const id = shown ? String(shown.id) : undefined;
    if (id === onScreen) return;
    if (onScreen) manager.close(onScreen);
    onScreen = id;
    if (!shown || !id) return;
    manager.add({
      id,
      data: shown,
      title: shown.title,
      description: shown.text,
      timeout: toastDuration(shown),
      priority: shown.tone === 'destructive' ? 'high' : 'low',
      onClose: () => toasts.dispatch({ type: 'closed', id: shown.id }),
    });
  }

  show();
  return toasts.listen(show);
}

// Base UI hides an urgent toast and its button from screen readers, because of the alert next to it.
const exposed = { 'aria-hidden': undefined, 'aria-modal': undefined };

function List() {
  const { toasts: onScreen } = Toast.useToastManager<ShownToast>();
  return onScreen.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      // It does not interrupt, so it is not a dialog; the region around it reads it aloud.
      role="group"
      {...exposed}
      swipeDirection={['up', 'down', 'right']}
      className={classes(styles.toast, toast.data?.tone === 'destructive' && styles.destructive)}
    >
      <Toast.Content className={styles.content}>
        <div className={styles.words}>
          <Toast.Title className={styles.title} render={<p />} />
          <Toast.Description className={styles.text} />
          {toast.data?.more && <p className={styles.more}>{toast.data.more}</p>}
        </div>
        {toast.data?.action && (
          <Toast.Action
            className={styles.action}
            onClick={() => {
              toast.data?.action?.act();
              manager.close(toast.id);
            }}
          >
            {toast.data.action.label}
          </Toast.Action>
        )}
        <Toast.Close className={styles.close} aria-label="Close" {...exposed}>
          <CloseIcon size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
