import { lazy } from '../../lib/lazy/lazy.ts';
import { IconButton, MenuIcon, useOpening } from '../../ui/index.ts';

const drawer = lazy(() => import('./drawer.tsx').then((file) => file.FrameDrawer));

/** On a phone: opens what is next to the page on wider screens. */
export function DrawerButton({ className }: { className?: string | undefined }) {
  const { Part: Drawer, isOpen, setOpen, approaching } = useOpening(drawer, 'The menu');
  return (
    <>
      <IconButton
        label="Menu"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...approaching}
        onClick={() => setOpen(true)}
      >
        <MenuIcon />
      </IconButton>
      {Drawer && <Drawer open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
