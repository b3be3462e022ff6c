import { oneAddress } from '../../platform/mail/address.ts';

/** A username in canonical form; the contract already rejects look-alikes. */
export function canonicalUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase().replace(/\s/g, '');
}

/**
 * An email address in canonical form: lowercase, with its host as in DNS. Undefined for anything but the address of
 * one mailbox, however it is written.
 */
export function canonicalEmail(email: string): string | undefined {
  if (oneAddress(email) === undefined) return undefined;
  return oneAddress(email.normalize('NFKC'))?.toLowerCase();
}

/** Names that could be mistaken for the service, for one of its pages, or for no one at all. */
export function isReserved(username: string): boolean {
  return reserved.has(canonicalUsername(username).replace(/[._]/g, ''));
}

const reserved = new Set(
  `about abuse access account accounts add admin administrator administrators anonymous anyone api app apps assets auth
   billing blog bot chat community config contact conversation conversations dashboard debug demo everyone dev
   developer developers docs download error example faq favicon feedback feed files forgotpassword friends guest health
   healthz help helpdesk home host hostmaster image images info invite invites jobs landing legal localhost login logout
   mail mailerdaemon main me media message messages moderator moderators mod myself nobody nil none noreply notfound
   notification notifications null official oauth operator owner password payment payments polylogue polylogueadmin
   polylogueteam postmaster press pricing privacy profile public readyz register registration report reset
   resetpassword robots root sales search security server service session sessions settings share signin signout signup
   site sitemap space spaces staff static status store superuser support sysadmin sys system team terms test
   undefined undoemail upload uploads usage user username users verify verifyemail waiver web webmaster
   wellknown www you`.split(/\s+/),
);
