import { chatOf, idInPath } from '../features/chat/index.ts';
import { openTextBoxAlone } from '../features/thread/index.ts';
import { keepPresses } from './presses.ts';

// The first code of a /chat that was built ahead. It has no React, which is most of what is still loading:
// from here on, typed text is stored, Enter sends it, and a pressed button is not forgotten.
const { chat, draft } = chatOf(idInPath(location.pathname));
const box = document.querySelector('textarea');
let isSent = false;
const send = (text: string) => {
  isSent = chat.send(text);
  return isSent;
};
if (box) openTextBoxAlone(box, { draft, onSend: send });
// Once the question has been sent, replaying a press of Send would press Stop.
keepPresses((button) => !(isSent && box?.form?.contains(button)));
