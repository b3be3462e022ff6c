export { type Dock, Drawer, DrawerContent } from './drawer.tsx';
