const megabyte = 1024 * 1024;

/** What someone without an account may leave with us. */
export const leash = {
  fileBytes: 10 * megabyte,
  /** For one address, in a day. */
  filesADay: 50,
  bytesADay: 100 * megabyte,
  /** For all addresses together, at any moment. */
  allBytes: 2 * 1024 * megabyte,
  hoursKept: 24,
};
export type Leash = typeof leash;

/** What a member may keep with us, for as long as they like. */
export const allowance = {
  fileBytes: 25 * megabyte,
  /** For one person. */
  files: 10_000,
  allBytes: 1024 * megabyte,
};
export type Allowance = typeof allowance;

/** What a member keeps with us, or one address has left since its day began. */
export interface Used {
  files: number;
  bytes: number;
}

export const filePolicy = {
  upload: (used: Used, { filesADay, bytesADay }: Leash) => used.files < filesADay && used.bytes < bytesADay,
  keepOneMore: (used: Used, { files }: Allowance) => used.files < files,
  keep: (used: Used, more: number, { allBytes }: Allowance) => used.bytes + more <= allBytes,
  grow: (used: Used, by: number, { bytesADay }: Leash) => used.bytes + by <= bytesADay,
};
