import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { DialogTitle } from '../../ui/dialog/index.ts';
import { FillForm } from './fill-form.tsx';
import { Library } from './library.tsx';
import type { PromptRequest } from './prompt-request.ts';

interface PromptDialogsProps {
  request: PromptRequest;
  onRequest(request: PromptRequest): void;
  /** Puts a text into the box, and closes. */
  onWrite(text: string): void;
  onClose(): void;
}

export function PromptDialogs({ request, onRequest, onWrite, onClose }: PromptDialogsProps) {
  if (request.type === 'fill') {
    return (
      <FormDialog key={request.prompt.id} open onOpenChange={onClose}>
        <DialogTitle>{request.prompt.name}</DialogTitle>
        <FillForm text={request.prompt.text} onWrite={onWrite} />
      </FormDialog>
    );
  }
  return (
    <FormDialog open onOpenChange={onClose}>
      <DialogTitle>Prompts</DialogTitle>
      <Library onChoose={(prompt) => onRequest({ type: 'fill', prompt })} onWrite={onWrite} />
    </FormDialog>
  );
}
