export { Composer, type FileTarget } from './composer.tsx';
export { type Draft, openEarlyTextBox, type TextBox } from './text-box.ts';
