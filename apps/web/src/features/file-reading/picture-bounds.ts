/** How large a picture the model takes, and in which formats. */
export interface PictureBounds {
  longest: number;
  shortest?: number;
  bytes: number;
  types: readonly string[];
}

/** While no model is chosen: the limits of the strictest one. */
export const anyModel: PictureBounds = {
  longest: 2048,
  bytes: 3_750_000,
  types: ['image/png', 'image/jpeg'],
};
