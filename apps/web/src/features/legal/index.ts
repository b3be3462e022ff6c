export { LegalLinks } from './legal-links.tsx';
export { PrivacyPage, TermsPage } from './legal-page.tsx';
export { LegalSections } from './legal-sections.tsx';
export type { LegalText } from './legal-text.ts';
export { privacy } from './privacy.tsx';
export { terms } from './terms.tsx';
