import { counted } from '../../../../lib/text/counts.ts';
import { VisuallyHidden } from '../../../../ui/index.ts';

interface SpacerProps {
  first: number;
  end: number;
  height: number;
}

/**
 * As high as the messages it stands in for, with a note for those who cannot see the scrollbar. The browser must not
 * anchor scrolling to it: when the rows beside it are rendered, the list would follow it away from where it was dragged.
 */
export function Spacer({ first, end, height }: SpacerProps) {
  const many = end - first;
  return (
    <div
      data-spacer={`${first} ${end}`}
      style={{ flex: 'none', position: 'relative', blockSize: height, overflowAnchor: 'none' }}
    >
      <VisuallyHidden>{`${counted(many)} ${first === 0 ? 'earlier' : 'more'} ${many === 1 ? 'message' : 'messages'}: scroll to read ${many === 1 ? 'it' : 'them'}.`}</VisuallyHidden>
    </div>
  );
}
