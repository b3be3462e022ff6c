import type { Space } from '@polylogue/contract';

interface Reporting extends Pick<Space, 'owner_id'> {
  me: string;
}

/** Whether the reader is offered to report what a person wrote; where that account is gone, the owner is reported. */
export function mayReport(by_id: string | null, { me, owner_id }: Reporting): boolean {
  const reported = by_id ?? owner_id;
  return reported !== null && reported !== me;
}
