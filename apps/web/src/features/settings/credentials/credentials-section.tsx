import { meOf, useAccount } from '../../account/index.ts';
import { EmailPart } from './email-part.tsx';
import { PasswordPart } from './password-part.tsx';

export function CredentialsSection() {
  const me = meOf(useAccount());
  if (!me) return null;
  return (
    <>
      <EmailPart me={me} />
      <PasswordPart me={me} />
    </>
  );
}
