import { syncLimits } from '@polylogue/sync';

const megabyte = 1024 * 1024;

/** Limits for uploads without an account. */
export const visitorLimits = {
  fileBytes: 10 * megabyte,
  /** Per address and day. */
  filesADay: 50,
  bytesADay: 100 * megabyte,
  /** For all addresses together, at any time. */
  allBytes: 2 * 1024 * megabyte,
  hoursStored: 24,
};
export type VisitorLimits = typeof visitorLimits;

/** Limits for what a member may store, with no time limit. */
export const memberLimits = {
  fileBytes: syncLimits.fileBytes,
  /** Per person. */
  files: 10_000,
  allBytes: 1024 * megabyte,
};
export type MemberLimits = typeof memberLimits;

/** What a member has stored, or what an address has uploaded since its day began. */
export interface StorageUsed {
  files: number;
  bytes: number;
}

export const filePolicy = {
  upload: (used: StorageUsed, { filesADay, bytesADay }: VisitorLimits) =>
    used.files < filesADay && used.bytes < bytesADay,
  storeOneMore: (used: StorageUsed, { files }: MemberLimits) => used.files < files,
  store: (used: StorageUsed, more: number, { allBytes }: MemberLimits) => used.bytes + more <= allBytes,
  grow: (used: StorageUsed, by: number, { bytesADay }: VisitorLimits) => used.bytes + by <= bytesADay,
};
