import type { Queries } from '../../../platform/database/database.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { contacts } from '../../users/service.ts';
import type { SpaceContext } from '../core/context.ts';
import type { SpaceRow } from '../store/space-store.ts';

/** What hosts can set. */
export type SpaceSettings = Partial<
  Pick<
    SpaceRow,
    | 'name'
    | 'about'
    | 'picture_file_id'
    | 'visibility'
    | 'joins_as'
    | 'members_invite'
    | 'slow_seconds'
    | 'ai_mode'
    | 'ai_name'
    | 'ai_instructions'
  >
>;
export type Given<Shape> = { [Name in keyof Shape]?: Shape[Name] | undefined };

/** Refuses settings that this account may not choose. */
export async function mustBeAllowedSettings(
  userId: string,
  { visibility, picture_file_id }: Pick<SpaceSettings, 'visibility' | 'picture_file_id'>,
  on: Queries,
  { database, isOwnPicture }: Pick<SpaceContext, 'database' | 'isOwnPicture'>,
): Promise<void> {
  if (visibility === 'public') {
    const account = (await contacts(database).contacts([userId], on)).get(userId);
    if (account?.standing !== 'good') {
      refuse('not-allowed', 'Your account may not make a space public. Contact the operator of this server.');
    }
  }
  if (!picture_file_id || (await isOwnPicture(userId, picture_file_id, on))) return;
  refuse('not-found', 'This picture is not among your files.');
}
