export { FirstPicture, saveFirstPicture } from './first-picture.tsx';
export { PictureField } from './picture-field.tsx';
export { PrivacySwitches } from './privacy-switches.tsx';
export { coverPicture, profilePicture } from './purpose.ts';
