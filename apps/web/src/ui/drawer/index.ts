export { type Dock, Drawer } from './drawer.tsx';
