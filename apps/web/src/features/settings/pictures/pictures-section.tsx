import type { Me } from '@polylogue/contract';
import { Avatar } from '../../../ui/index.ts';
import { meOf, useAccount } from '../../account/index.ts';
import { nameOf } from '../../person/index.ts';
import { coverPicture, PictureField, profilePicture } from '../../self/index.ts';
import { Subsection } from '../part.tsx';
import styles from './pictures.module.css';

export function PicturesSection() {
  const me = meOf(useAccount());
  if (!me) return null;
  return (
    <>
      <Subsection title="Profile picture" intro="Shown beside your name. Everyone you meet here sees it.">
        <PictureField purpose={profilePicture} url={me.profile_picture_url}>
          <Avatar id={me.user_id} name={nameOf(me)} picture={me.profile_picture_url} size={96} />
        </PictureField>
      </Subsection>
      <Subsection title="Cover picture" intro="Shown above your profile, to anyone who can see it.">
        <PictureField purpose={coverPicture} url={me.cover_picture_url}>
          <Cover me={me} />
        </PictureField>
      </Subsection>
    </>
  );
}

function Cover({ me }: { me: Me }) {
  return me.cover_picture_url ? (
    <img className={styles.cover} src={me.cover_picture_url} width={600} height={200} alt="Your cover" />
  ) : (
    <div className={styles.cover} />
  );
}
