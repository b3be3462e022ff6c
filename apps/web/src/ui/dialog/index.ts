export { Dialog, DialogActions, DialogTitle } from './dialog.tsx';
