// The first script of every document, in front of everything that is painted. A plain script, since a module would run
// too late in some browsers: nothing outside this file and what it alone imports may be needed by it.
import './ui/theme/first.ts';

/** Milliseconds that a page which opens with a conversation is not painted at most, since it would be painted twice. */
const patience = 200;

function open({ documentElement, currentScript, head }: Document) {
  const messages = currentScript?.dataset.messages;
  if (!messages || !Array.isArray(globalThis.polylogueOpens)) return;
  documentElement.dataset.opening = '';
  setTimeout(() => delete documentElement.dataset.opening, patience);
  // Run by early.ts; nobody needs it who opens a chat without a message.
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: messages });
  head.append(link);
}

open(document);
