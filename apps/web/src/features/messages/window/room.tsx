import { Spoken } from '../../../ui/index.ts';

interface RoomProps {
  first: number;
  end: number;
  height: number;
}

/** As high as the messages it stands in for, with a note for those who cannot see the scrollbar. */
export function Room({ first, end, height }: RoomProps) {
  const many = end - first;
  return (
    <div data-room={`${first} ${end}`} style={{ flex: 'none', position: 'relative', blockSize: height }}>
      <Spoken>{`${many} ${first === 0 ? 'earlier' : 'more'} ${many === 1 ? 'message' : 'messages'}: scroll to read ${many === 1 ? 'it' : 'them'}.`}</Spoken>
    </div>
  );
}
