import { meOf, useAccount } from '../../account/index.ts';
import { DeletePart } from './delete-part.tsx';
import { ExportPart } from './export-part.tsx';

export function OwnDataSection() {
  const me = meOf(useAccount());
  if (!me) return null;
  return (
    <>
      <ExportPart />
      <DeletePart username={me.username} />
    </>
  );
}
