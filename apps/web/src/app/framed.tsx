import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { accessEntry, readAccessToken } from '../api/access-token.ts';
import { lazy } from '../lib/lazy/lazy.ts';
import { useLazyWhenIdle } from '../lib/lazy/use-lazy-when-idle.ts';
import { storage } from '../lib/state/storage.ts';
import { Frame } from '../ui/frame/index.ts';
import styles from './framed.module.css';

const parts = lazy(() => import('./frame-parts.tsx'));
const content = 'content';

/**
 * The frame around a page that is built ahead and waits for nothing. Its parts come once the page is usable; the room for
 * them is reserved from the first frame on.
 */
export function framed(Page: ComponentType): ComponentType {
  return function FramedPage() {
    const [wasMember, setWasMember] = useState(false);
    const Parts = useLazyWhenIdle(parts);
    const around = useRef<HTMLDivElement>(null);

    useEffect(() => {
      // When the sign-in ends while something is typed in it, the header stays, and asks for it.
      const check = () => setWasMember((was) => was || readAccessToken(storage.read(accessEntry)) !== null);
      check();
      return storage.listen(check);
    }, []);
    useFocusOnSwitch(around);

    return (
      <Frame
        isScreen
        content={content}
        header={Parts && wasMember && <Parts.FrameHeader />}
        side={Parts && <Parts.FrameSide />}
      >
        <div ref={around} id={content} tabIndex={-1} className={styles.page}>
          <nav className={styles.menu} aria-label="Menu">
            {Parts && <Parts.FrameMenu />}
          </nav>
          <Page />
        </div>
      </Frame>
    );
  };
}

/** Moves the focus out of the sidebar, to the conversation chosen there. */
function useFocusOnSwitch(around: React.RefObject<HTMLElement | null>) {
  const [path] = useLocation();
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    // By now the page has taken it into its text box, unless that is disabled or would bring up the keyboard of a phone.
    if (document.activeElement?.closest('aside')) around.current?.focus();
  }, [path, around]);
}
