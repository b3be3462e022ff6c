import type { Person } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import { block, reportUser } from '../relation/relations.ts';
import { ReportDialog } from './report-dialog.tsx';

export function ReportPersonDialog({ person, onClose }: { person: Person; onClose(): void }) {
  const { user_id, can } = person;
  const name = nameOf(person);
  return (
    <ReportDialog
      title={`Report ${name}`}
      name={name}
      block={can.block ? () => block(user_id) : undefined}
      send={(report) => reportUser({ reported_user_id: user_id, ...report })}
      onClose={onClose}
    />
  );
}
