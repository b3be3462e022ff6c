import type { MemberRow } from '../store/member-store.ts';

export const newMember = (space_id: string, user_id: string, now: number): MemberRow => ({
  space_id,
  user_id,
  seq: 0,
  role: 'member',
  joined_at: now,
  left_at: null,
  is_removed: false,
  is_banned: false,
  muted_until: null,
  posted_at: null,
  read_number: 0,
  seen_at: null,
  notify: 'all',
});
