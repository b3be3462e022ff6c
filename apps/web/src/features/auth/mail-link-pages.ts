/** The pages that links in mails lead to: whoever signs in or up does not wait for them. */
export const mailLinkPages = () => import('./mail-links.ts');
