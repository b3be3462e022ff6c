export { CostsPage } from './costs-page.tsx';
