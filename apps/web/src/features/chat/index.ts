export { chatPage } from './drawn-once.ts';
