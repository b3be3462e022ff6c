// What other pages import of the keys: an import() of their index.ts would keep all of its names in an object.
export { ApiConfiguration } from '../features/keys/index.ts';
