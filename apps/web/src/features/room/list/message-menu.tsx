import { FlagIcon, type MenuItem, PinIcon, TrashIcon } from '../../../ui/index.ts';
import { MoreMenu } from '../../messages/index.ts';
import type { PostIntents } from './post-intents.ts';

interface MessageMenuProps {
  messageId: string;
  /** Who is reported. */
  name: string;
  mayReport: boolean;
  mayDelete: boolean;
  /** Missing: the reader may not pin it. */
  isPinned?: boolean | undefined;
  intents: PostIntents;
  /** What comes first. */
  items?: readonly MenuItem[];
}

/** Reports or deletes a post or an answer. */
export function MessageMenu(props: MessageMenuProps) {
  const { messageId, name, mayReport, mayDelete, isPinned, intents, items = [] } = props;
  return (
    <MoreMenu
      items={[
        ...items,
        ...(isPinned === undefined
          ? []
          : [
              {
                label: isPinned ? 'Unpin message' : 'Pin message',
                icon: <PinIcon size={16} />,
                act: () => intents.setPinned(messageId, !isPinned),
              },
            ]),
        ...(mayReport
          ? [
              {
                label: 'Report message',
                icon: <FlagIcon size={16} />,
                act: () => intents.report(messageId, name),
              },
            ]
          : []),
        ...(mayDelete
          ? [
              {
                label: 'Delete message',
                icon: <TrashIcon size={16} />,
                act: () => intents.remove(messageId),
              },
            ]
          : []),
      ]}
    />
  );
}
