import { added, mayBeAddedTo } from '../../lib/built-ahead.ts';
import { readSetting } from '../keys/index.ts';
import { openPreview } from '../thread/preview/index.ts';
import { chat } from './the-chat.ts';

// What stands on the screen when a conversation is opened, before React is there: see first.ts. Else it runs when Markdown
// is fetched, which shares its file, and has nothing to do.
const list = mayBeAddedTo() ? document.querySelector<HTMLElement>('[role=log]:has(> :empty)') : null;
const { messages } = chat.thread.read();
const preview = list && openPreview(list, messages, readSetting()?.type ?? null);
if (preview) added(preview);
