import { toast } from '../../../ui/index.ts';
import { reasonOf } from '../../person/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { sayRefused } from './say-refused.ts';

/** Begins a new topic, or says why there is none. */
export async function newTopic(room: Pick<OpenRoom, 'beginTopic'>): Promise<void> {
  try {
    if (await room.beginTopic()) return;
    toast({ title: 'This topic has only just begun', text: 'Nothing has been written in it yet' });
  } catch (error) {
    sayRefused('No new topic was begun', reasonOf(error));
  }
}
