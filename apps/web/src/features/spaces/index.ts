export { SpacesPage } from './spaces-page.tsx';
