import { instant, type Letter, letter } from '../../platform/mail/letter.ts';

/** `link` is the page that offers the copy to the signed-in person; there is a copy until `until`. */
export function exportReadyMail({ link, until }: { link: string; until: Date }): Letter {
  return letter('Your data is ready', [
    `The copy of your Polylogue data that you asked for is ready. Download it in Settings until ${instant(until)}.`,
    { link, label: 'Open settings' },
    'If you did not ask for it, someone else knows your password: set a new one now.',
  ]);
}

/** `why` is a sentence; `link`, the page for requesting another copy. */
export function exportFailedMail({ why, link }: { why: string; link: string }): Letter {
  return letter('Your data could not be copied', [
    'The copy of your Polylogue data that you asked for could not be made.',
    why,
    { link, label: 'Open settings' },
  ]);
}

/** The last mail, to an address that is no longer stored here. */
export function accountDeletedMail(): Letter {
  return letter('Your account is deleted', [
    'Your Polylogue account has been deleted, with your profile, conversations, pictures, files, friends and everything else we stored about you.',
    'The operator of the server may still have older backups; they are used for nothing else and expire in time.',
    'This is the last email to this address.',
  ]);
}
