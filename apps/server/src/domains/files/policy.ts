const megabyte = 1024 * 1024;

/** What someone without an account may leave with us. */
export const visitorLimits = {
  fileBytes: 10 * megabyte,
  /** For one address, in a day. */
  filesADay: 50,
  bytesADay: 100 * megabyte,
  /** For all addresses together, at any moment. */
  allBytes: 2 * 1024 * megabyte,
  hoursKept: 24,
};
export type VisitorLimits = typeof visitorLimits;

/** What a member may keep with us, for as long as they like. */
export const memberLimits = {
  fileBytes: 25 * megabyte,
  /** For one person. */
  files: 10_000,
  allBytes: 1024 * megabyte,
};
export type MemberLimits = typeof memberLimits;

/** What a member keeps with us, or one address has left since its day began. */
export interface Used {
  files: number;
  bytes: number;
}

export const filePolicy = {
  upload: (used: Used, { filesADay, bytesADay }: VisitorLimits) =>
    used.files < filesADay && used.bytes < bytesADay,
  keepOneMore: (used: Used, { files }: MemberLimits) => used.files < files,
  keep: (used: Used, more: number, { allBytes }: MemberLimits) => used.bytes + more <= allBytes,
  grow: (used: Used, by: number, { bytesADay }: VisitorLimits) => used.bytes + by <= bytesADay,
};
