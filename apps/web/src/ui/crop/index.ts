export { whole } from './crop.ts';
export { CropFrame } from './crop-frame.tsx';
export { cutOut, type Picture, readPicture } from './picture.ts';
