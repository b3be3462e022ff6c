export { Composer, type FileTarget } from './composer.tsx';
export { openEarlyTextBox, type TextBox } from './text-box.ts';
