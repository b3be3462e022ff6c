const megabyte = 1024 * 1024;
const minute = 60 * 1000;

/** What a person may do with pictures of themselves. */
export const pictureRules = {
  bytes: 20 * megabyte,
  /** Places to upload to that one person is given in a day. */
  slotsADay: 20,
  /** Milliseconds in which an upload slot can be used. */
  slotTime: 10 * minute,
  /** Milliseconds in which an uploaded picture must be put on the profile. */
  useTime: 60 * minute,
};
export type PictureRules = typeof pictureRules;

export type Purpose = 'profile' | 'cover';

/** What is made of a picture, largest first. */
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
