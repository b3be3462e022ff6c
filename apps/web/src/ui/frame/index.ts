export { Frame } from './frame.tsx';
export {
  foldSidebar,
  isSidebarFolded,
  useSidebarFolded,
} from './sidebar-fold.ts';
