export { ConfirmDialog } from './confirm-dialog.tsx';
export { Dialog, DialogActions, DialogClose, DialogTitle } from './dialog.tsx';
