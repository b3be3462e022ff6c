export { RenameBox, type RenameDraft } from './rename-box.tsx';
