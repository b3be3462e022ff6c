import { meOf, useAccount } from '../../account/index.ts';
import { DeletePart } from './delete-part.tsx';
import { ExportPart } from './export-part.tsx';
import { PostsPart } from './posts-part.tsx';

export function OwnDataSection() {
  const me = meOf(useAccount());
  if (!me) return null;
  return (
    <>
      <ExportPart />
      <PostsPart />
      <DeletePart username={me.username} />
    </>
  );
}
