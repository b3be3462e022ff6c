import { useState } from 'react';
import type { Candidate } from '../../lib/files/encoding/decode.ts';
import type { EncodingQuestion } from '../../lib/files/encoding-question.ts';
import { Button } from '../button/button.tsx';
import { TextButton } from '../button/text-button.tsx';
import { Dialog, DialogActions, DialogTitle } from '../dialog/dialog.tsx';
import { EncodingChoice } from './encoding-choice.tsx';

/** Asks in which encoding a text is. It is open as long as it is shown. */
export function EncodingDialog({ name, question }: { name: string; question: EncodingQuestion }) {
  const { candidates, choose } = question;
  const [chosen, setChosen] = useState<Candidate | undefined>(candidates[0]);
  const [isWhole, setWhole] = useState(false);
  const most = 4;
  return (
    <Dialog open onOpenChange={() => choose(null)}>
      <DialogTitle>How should {name} be read?</DialogTitle>
      <p>Its encoding cannot be told for certain. Choose the one in which its words look right.</p>
      <EncodingChoice
        candidates={isWhole ? candidates : candidates.slice(0, most)}
        chosen={chosen}
        onChoose={setChosen}
      />
      {!isWhole && candidates.length > most && (
        <TextButton onClick={() => setWhole(true)}>More encodings</TextButton>
      )}
      <DialogActions>
        <Button onClick={() => choose(null)}>Cancel</Button>
        <Button tone="accent" onClick={() => choose(chosen ?? null)}>
          Use this encoding
        </Button>
      </DialogActions>
    </Dialog>
  );
}
