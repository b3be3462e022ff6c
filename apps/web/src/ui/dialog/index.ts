export { ConfirmDialog } from './confirm-dialog.tsx';
export { Dialog, DialogActions, DialogTitle } from './dialog.tsx';
