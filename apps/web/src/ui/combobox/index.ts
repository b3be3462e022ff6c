export { Combobox } from './combobox.tsx';
