import type { ComponentProps } from 'react';
import { FlagIcon, Menu, MoreIcon, TrashIcon } from '../../../../ui/index.ts';
import type { PostIntents } from './post-intents.ts';

interface MessageMenuProps {
  messageId: string;
  /** Who is reported. */
  name: string;
  mayReport: boolean;
  mayDelete: boolean;
  intents: PostIntents;
  /** What comes first. */
  items?: ComponentProps<typeof Menu>['items'];
}

/** Reports or deletes a post or an answer. */
export function MessageMenu(props: MessageMenuProps) {
  const { messageId, name, mayReport, mayDelete, intents, items = [] } = props;
  if (!mayReport && !mayDelete) return null;
  return (
    <Menu
      label="More"
      small
      icon={<MoreIcon size={16} />}
      items={[
        ...items,
        ...(mayReport
          ? [
              {
                label: 'Report message',
                icon: <FlagIcon size={18} />,
                act: () => intents.report(messageId, name),
              },
            ]
          : []),
        ...(mayDelete
          ? [
              {
                label: 'Delete message',
                icon: <TrashIcon size={18} />,
                act: () => intents.remove(messageId),
              },
            ]
          : []),
      ]}
    />
  );
}
