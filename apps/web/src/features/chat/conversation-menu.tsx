import { copyText } from '../../lib/files/clipboard.ts';
import { download } from '../../lib/files/download.ts';
import { useLive } from '../../lib/state/use-live.ts';
import {
  CopyIcon,
  DownloadIcon,
  Menu,
  type MenuItem,
  MoreIcon,
  SearchIcon,
  toast,
  UndoIcon,
} from '../../ui/index.ts';
import { connectionName, useModelName } from '../keys/index.ts';
import { type Message, transcript } from '../thread/index.ts';
import type { Conversation } from './conversation.ts';
import { fileName } from './file-name.ts';
import { errorToast } from './words.ts';

export interface ConversationMenuProps {
  active: Conversation;
  /** The conversation's title; null without one. */
  titleOf(): string | null;
  /** What can be done with it in its list. */
  more?: readonly MenuItem[] | undefined;
  onFind(): void;
}

/** What can be done with the whole conversation, and what can be undone. */
export function ConversationMenu({ active, titleOf, more = [], onFind }: ConversationMenuProps) {
  const { thread } = active;
  const { undoables } = active;
  const isEmpty = useLive(thread, ({ messages }) => messages.length === 0);
  const undoWords = useLive(undoables, (all) => all.at(-1)?.words);
  const modelName = useModelName();
  const nameOf = ({ role, asked }: Message) => {
    if (role === 'user') return 'You';
    return asked
      ? `${modelName(asked.provider, asked.model)} (${connectionName(asked.provider, asked.endpoint)})`
      : 'Assistant';
  };
  const text = (title?: string | null) => transcript(thread.read().messages, nameOf, title);

  async function copyAll(isAll: boolean) {
    if (!(await copyText(text())))
      toast(errorToast('The conversation could not be copied. Use Download as Markdown instead.'));
    else if (isAll) toast({ title: 'Conversation copied' });
  }

  const save = () => download(fileName(new Date(), titleOf()), text(titleOf()), 'text/markdown');
  // At once where everything is here: some browsers copy nothing later than it was asked for.
  const withAll = (act: (isAll: boolean) => void) => () =>
    thread.read().hasMore ? void active.whole('Only the newest were taken').then(act) : act(true);

  const things = [
    { label: 'Find', icon: <SearchIcon size={18} />, act: onFind },
    { label: 'Copy all', icon: <CopyIcon size={18} />, act: withAll(copyAll) },
    {
      label: 'Download as Markdown',
      icon: <DownloadIcon size={18} />,
      act: withAll(save),
    },
    ...more,
  ];

  return (
    <Menu
      label="Conversation"
      icon={<MoreIcon />}
      items={[
        ...(isEmpty ? [] : things),
        ...(undoWords ? [{ label: undoWords, icon: <UndoIcon size={18} />, act: undoables.undo }] : []),
      ]}
    />
  );
}
