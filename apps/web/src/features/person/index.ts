export { nameOf } from './name.ts';
