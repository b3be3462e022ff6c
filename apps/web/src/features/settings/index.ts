export { AccountDeletedPage } from './own-data/account-deleted-page.tsx';
export { SettingsPage } from './settings-page.tsx';
