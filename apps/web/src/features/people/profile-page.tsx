import { meOf, useAccount } from '../account/index.ts';
import { Shell } from '../shell/index.ts';
import { OwnProfile } from './own-profile.tsx';

/** The reader, as others see them. */
export function ProfilePage() {
  const me = meOf(useAccount());
  if (!me) return null;
  return (
    <Shell title="Your profile">
      <OwnProfile me={me} />
    </Shell>
  );
}
