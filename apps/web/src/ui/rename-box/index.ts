export { RenameBox } from './rename-box.tsx';
