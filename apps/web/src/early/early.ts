import { chatOf, idInPath } from '../features/chat/index.ts';
import { openEarlyTextBox } from '../features/composer/index.ts';
import { rememberPresses } from './presses.ts';

// The first code of a /chat that was built ahead. It does not need React, most of what is still loading: from here on,
// typed text is stored, Enter sends it, and a pressed button is remembered.
const id = idInPath(location.pathname);
const active = chatOf(id);
const box = document.querySelector('textarea');
let isSent = false;
const send = (text: string) => {
  isSent = active.send(text);
  return isSent;
};
if (box) {
  const text = openEarlyTextBox(box, { draft: active.draft, onSend: send });
  // There is nothing else to do in a conversation that has not begun.
  if (id === null && document.activeElement === document.body) text.takeFocus();
}
// Once the question has been sent, replaying a press of Send would press Stop.
rememberPresses((button) => !(isSent && box?.form?.contains(button)));
