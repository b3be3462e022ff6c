import { ListDivider } from './list-divider.tsx';
import { SeenMark } from './seen-mark.tsx';

/** Above the first new post; calls back when it is on the screen. */
export const NewDivider = ({ onSeen }: { onSeen(): void }) => (
  <ListDivider isAccent>
    <SeenMark onSeen={onSeen} />
    New messages
  </ListDivider>
);
