import { copyText } from '../../lib/clipboard.ts';
import { download } from '../../lib/download.ts';
import { CopyIcon, DownloadIcon, Menu, MoreIcon, PlusIcon, SearchIcon, toast } from '../../ui/index.ts';
import { providerOf } from '../keys/index.ts';
import { type Message, type Thread, transcript } from '../thread/index.ts';
import { fileName } from './file-name.ts';
import { wrong } from './words.ts';

interface ConversationMenuProps {
  thread: Thread;
  onNew(): void;
  onFind(): void;
}

/** What can be done with the whole conversation. */
export function ConversationMenu({ thread, onNew, onFind }: ConversationMenuProps) {
  const text = () => transcript(thread.read().messages, nameOf);

  async function copyAll() {
    const isCopied = await copyText(text());
    toast(
      isCopied
        ? { title: 'Conversation copied' }
        : wrong('The conversation could not be copied. Use Download as Markdown instead.'),
    );
  }

  return (
    <Menu
      label="Conversation"
      icon={<MoreIcon />}
      items={[
        { label: 'New chat', icon: <PlusIcon size={18} />, act: onNew },
        { label: 'Find', icon: <SearchIcon size={18} />, act: onFind },
        { label: 'Copy all', icon: <CopyIcon size={18} />, act: () => void copyAll() },
        {
          label: 'Download as Markdown',
          icon: <DownloadIcon size={18} />,
          act: () => download(fileName(new Date()), text(), 'text/markdown'),
        },
      ]}
    />
  );
}

function nameOf({ role, asked }: Message): string {
  if (role === 'user') return 'You';
  return asked ? `${providerOf(asked.provider).displayName} (${asked.model})` : 'Assistant';
}
