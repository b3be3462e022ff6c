import { meOf, useAccount } from '../../account/index.ts';
import { Completeness } from './completeness.tsx';
import { ProfileForm } from './profile-form.tsx';

export function ProfileSection() {
  const me = meOf(useAccount());
  if (!me) return null;
  return (
    <>
      <Completeness me={me} />
      <ProfileForm me={me} />
    </>
  );
}
