import { Link } from 'wouter';
import { lazy } from '../../lib/lazy/lazy.ts';
import { foldSidebar, isSidebarFolded, useSidebarFolded } from '../../ui/frame/index.ts';
import { ButtonLink, IconButton, PlusIcon, SidebarIcon, useOpening } from '../../ui/index.ts';
import { Foot, Glance } from './glance.tsx';
import { PaletteKey } from './palette-key.tsx';
import styles from './sidebar.module.css';

const drawer = lazy(() => import('./drawer.tsx').then((file) => file.FrameDrawer));

/** Next to every page: a new conversation, and recent ones and spaces. It folds to its buttons. */
export function Sidebar() {
  const isNarrow = useSidebarFolded();
  const { Part: Drawer, isOpen, setOpen, approaching } = useOpening(drawer, 'The sidebar');

  return (
    <aside className={styles.sidebar} aria-label="At a glance">
      <div className={styles.head}>
        <Link href="/chat" asChild>
          <ButtonLink className={styles.new} title="New conversation">
            <PlusIcon size={18} />
            <span className={styles.words}>New conversation</span>
          </ButtonLink>
        </Link>
        <IconButton
          label={isNarrow ? 'Expand sidebar' : 'Collapse sidebar'}
          className={styles.fold}
          onClick={() => foldSidebar(!isSidebarFolded())}
        >
          <SidebarIcon />
        </IconButton>
        {/* In a window without room next to the page, it opens over it. */}
        <IconButton
          label="Open sidebar"
          className={styles.open}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          {...approaching}
          onClick={() => setOpen(true)}
        >
          <SidebarIcon />
        </IconButton>
      </div>
      <div className={styles.content}>
        <Glance />
        <Foot />
      </div>
      <PaletteKey />
      {Drawer && <Drawer open={isOpen} onOpenChange={setOpen} />}
    </aside>
  );
}
