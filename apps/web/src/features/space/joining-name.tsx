import type { Me } from '@polylogue/contract';
import { TextButton } from '../../ui/index.ts';
import { nameOf } from '../person/index.ts';

interface JoiningNameProps {
  me: Me;
  /** Those in the space see the name, whatever the profile shows. */
  showsName: boolean;
  onChoose(showsName: boolean): void;
}

/** Under which name one joins: one’s own, or the username where the profile does not show that anyway. */
export function JoiningName({ me, showsName, onChoose }: JoiningNameProps) {
  const isPublic = me.privacy_settings.public_profile;
  const names = [nameOf(me), `@${me.username}`];
  const [name, other] = showsName || isPublic ? names : names.reverse();
  return (
    <>
      You join as {name}.{' '}
      {!isPublic && <TextButton onClick={() => onChoose(!showsName)}>Join as {other}</TextButton>}
    </>
  );
}
