export { Picker } from './picker.tsx';
