const megabyte = 1024 * 1024;
const minute = 60 * 1000;

/** Limits for a person's pictures of themselves. */
export const pictureRules = {
  bytes: 20 * megabyte,
  /** How many upload slots a person gets per day. */
  slotsADay: 20,
  /** How long an upload slot can be used (milliseconds). */
  slotTime: 10 * minute,
  /** How long an uploaded picture may stay off the profile (milliseconds). */
  useTime: 60 * minute,
};
export type PictureRules = typeof pictureRules;

export type PicturePurpose = 'profile' | 'cover';

/** The renderings of a picture, largest first. */
export const renderings = {
  profile: {
    public: { kind: 'square', side: 512 },
    small: { kind: 'square', side: 96 },
  },
  cover: {
    public: { kind: 'within', width: 1600, height: 1600 },
    small: { kind: 'within', width: 480, height: 480 },
  },
} as const;

export const imagePolicy = {
  requestUpload: (givenToday: number, { slotsADay }: PictureRules) => givenToday < slotsADay,
};
