import type { ProfileChange } from '@polylogue/contract';
import { uploadImage, uploadProfilePicture } from '../person/index.ts';

/** What a picture is for, and how a chosen one is saved. */
export interface Purpose {
  field: 'profile_picture_url' | 'cover_picture_url';
  /** As in "Choose a profile picture". */
  what: string;
  /** Width by height. */
  aspect: number;
  /** Pixels; larger pictures are scaled down to this. */
  width: number;
  isRound: boolean;
  upload: typeof uploadImage;
}

export const profilePicture: Purpose = {
  field: 'profile_picture_url',
  what: 'profile picture',
  aspect: 1,
  width: 1024,
  isRound: true,
  upload: uploadProfilePicture,
};

export const coverPicture: Purpose = {
  field: 'cover_picture_url',
  what: 'cover picture',
  aspect: 3,
  width: 2048,
  isRound: false,
  upload: uploadImage,
};

export const changeTo = ({ field }: Purpose, url: string | null): ProfileChange => ({ [field]: url });

/** What the file picker offers; the server can read these. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif';
