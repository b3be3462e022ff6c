import type { OwnSpace } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { Switch } from '../../../ui/switch/switch.tsx';
import { orToast } from '../../person/index.ts';
import { ownSpaces, setTellsWaiting } from '../../space/index.ts';

/** Whether someone could want to be told when a question waits in a space, and has not said so. */
export const canBeTold = ({ tells_waiting, can, space }: OwnSpace): boolean =>
  !tells_waiting && can.post && space.ai_mode !== 'off';

/** The wish to be told when a question waits in a space; nothing while it is not known. */
export function TellWaiting({ space_id }: { space_id: string }) {
  const { data } = useQuery(ownSpaces);
  const own = data?.find(({ space }) => space.space_id === space_id);
  return (
    own && (
      <Switch
        label="Tell me when a question waits here"
        hint="Your account remembers this, and nothing about your keys."
        checked={own.tells_waiting}
        onChange={(isOn) =>
          void orToast(
            setTellsWaiting(space_id, isOn),
            isOn ? 'You will be told when a question waits' : 'You will no longer be told',
          )
        }
      />
    )
  );
}
