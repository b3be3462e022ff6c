export { fullView } from './crop.ts';
export { CropFrame } from './crop-frame.tsx';
export { cropPicture, type Picture, readPicture } from './picture.ts';
