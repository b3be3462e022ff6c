export { Dialog, DialogActions, DialogText, DialogTitle } from './dialog.tsx';
