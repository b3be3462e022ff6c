import { z } from 'zod';
import { ItemId } from './item.ts';
import { Person } from './person.ts';

export const SpaceId = ItemId;

/** A person in a space, as the caller may see them. */
export const SpacePerson = Person.pick({
  user_id: true,
  username: true,
  first_name: true,
  last_name: true,
  profile_picture_url: true,
}).extend({
  /** Where messages are read: everyone in the space may see their name; missing: perhaps only the caller. */
  is_named: z.boolean().optional(),
  /** Of a name that everyone may see: only while this person shows it here, whatever their profile says. */
  is_named_here: z.boolean().optional(),
});
export type SpacePerson = z.infer<typeof SpacePerson>;
