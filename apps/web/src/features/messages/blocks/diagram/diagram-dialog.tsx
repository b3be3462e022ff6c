import { Dialog, DialogTitle } from '../../../../ui/dialog/index.ts';
import { Diagram } from './diagram.tsx';

interface DiagramDialogProps {
  text: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** A diagram as large as the screen allows. */
export function DiagramDialog({ text, open, onOpenChange }: DiagramDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} wide>
      <DialogTitle>Diagram</DialogTitle>
      <Diagram text={text} isLarge onStop={() => onOpenChange(false)} />
    </Dialog>
  );
}
