import { instant, type Letter, letter, type MailedLink } from '../../platform/mail/letter.ts';

// The texts of our mails. Pure: links, names and lifetimes come in, so that a text cannot promise what the code does
// not keep. No mail greets by username: anyone who signs up with another person's address could send them text
// that way, and a name like example.com becomes a link.

/** When and where a sign-in or a change happened. */
interface Circumstances {
  at: Date;
  /** Browser and system, as far as known. */
  device: string;
  address: string;
}

/** To a new account, and again on request. */
export function verifyMail(linked: MailedLink): Letter {
  return letter('Verify your email address', [
    'This address was entered for a Polylogue account. If that was you, verify it: others can then find you by it, if you allow them to.',
    { ...linked, label: 'Verify email address' },
    'If it was not you, do not verify it: whoever made the account would keep it. To take the account over instead, ask for a new password with this address; that signs them out.',
  ]);
}

/** To a person who forgot the password. */
export function resetMail(linked: MailedLink): Letter {
  return letter('Set a new password', [
    'Someone asked to set a new password for your Polylogue account. If that was you, continue here.',
    { ...linked, label: 'Set a new password' },
    'The link works once, and the new password signs you out on every device. If it was not you, do nothing: your password stays as it is.',
  ]);
}

/**
 * After every change of the password. `resetLink` is the page for requesting a new one; until `backUntil`, a link in
 * a mailbox that the account had before takes it back.
 */
export function passwordChangedMail({
  at,
  resetLink,
  backUntil,
}: {
  at: Date;
  resetLink: string;
  backUntil: Date | undefined;
}): Letter {
  return letter('Your password was changed', [
    `The password of your Polylogue account was changed on ${instant(at)}. Every other device is signed out; links emailed to this address earlier and copies of your data no longer work.`,
    ...(backUntil
      ? [
          `Until ${instant(backUntil)}, a link in the mailbox that the account had before can still bring the old address back.`,
        ]
      : []),
    'If that was you, there is nothing to do. If it was not, set a new password now: all you need is this mailbox.',
    { link: resetLink, label: 'Set a new password' },
  ]);
}

/** To the new address. */
export function confirmEmailMail(linked: MailedLink): Letter {
  return letter('Confirm your new email address', [
    'Someone asked to use this address for their Polylogue account. If that was you, confirm it.',
    { ...linked, label: 'Confirm email address' },
    'If it was not you, do nothing, and nothing changes.',
  ]);
}

/** To an address that somebody asked for and another account has. `resetLink` is the page for requesting a new password. */
export function addressTakenMail({ resetLink }: { resetLink: string }): Letter {
  return letter('Your address is already in use', [
    'Someone asked to use this address for another Polylogue account. It is the address of yours, so nothing changes.',
    'If that was you, sign in with this address instead. If you do not know the password, set a new one.',
    { link: resetLink, label: 'Set a new password' },
    'If it was not you, do nothing.',
  ]);
}

/** To the current address. `newEmail` is the requested one. */
export function emailChangeNoticeMail({ newEmail, ...linked }: MailedLink & { newEmail: string }): Letter {
  return letter('Your email address is being changed', [
    'Someone who knows your password asked to change the email address of your Polylogue account. The new one would be:',
    { quoted: newEmail },
    'If that was you, there is nothing to do here: the change takes effect once the new address is confirmed. If it was not, keep this address. That also signs out every device, so set a new password afterwards.',
    { ...linked, label: 'Keep this email address' },
  ]);
}

/** After a sign-in from a new device. `changeLink` is the page for changing the password: its reader may be signed in. */
export function newSignInMail({
  at,
  device,
  address,
  changeLink,
}: Circumstances & { changeLink: string }): Letter {
  return letter('New sign-in to your account', [
    'Someone signed in to your Polylogue account from a device we have not seen before.',
    { quoted: `${device}\n${instant(at)}\nNetwork address ${address}` },
    'If that was you, there is nothing to do. If it was not, change your password now; that signs out every other device.',
    { link: changeLink, label: 'Change your password' },
  ]);
}

/** To a person the operator invites. */
export function invitationMail(linked: MailedLink): Letter {
  return letter('You are invited to Polylogue', [
    'You are invited to create an account on Polylogue, where people talk to AI models with their own key, alone and together.',
    { ...linked, label: 'Create an account' },
    'The link works for one account. If you do not want one, do nothing.',
  ]);
}
