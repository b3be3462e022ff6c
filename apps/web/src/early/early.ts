import { chatOf, idInPath } from '../features/chat/index.ts';
import { openTextBoxAlone } from '../features/thread/index.ts';
import { keepPresses } from './presses.ts';

// The first code of a /chat that was built ahead. It knows no React, which is most of what is still on its way:
// from here on what is typed is stored, Enter sends it, and a pressed button is not forgotten.
const { chat, draft } = chatOf(idInPath(location.pathname));
const box = document.querySelector('textarea');
let isSent = false;
const send = (text: string) => {
  isSent = chat.send(text);
  return isSent;
};
if (box) openTextBoxAlone(box, { draft, onSend: send });
// Once the question is out, a Send that was pressed beside it would be its Stop.
keepPresses((button) => !(isSent && box?.form?.contains(button)));
