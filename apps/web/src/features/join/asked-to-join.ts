import { base64 } from '../../lib/files/file.ts';
import { jsonIn } from '../../lib/state/json-in.ts';
import { tabStorage } from '../../lib/state/storage.ts';

/** What a visitor pressed *Join* with, before they had an account. */
export interface AskedToJoin {
  code: string;
  name: string;
  picture: File | null;
}

const entry = 'polylogue.asked_to_join';
/** By itself: where it is too large to be stored, the rest still is. */
const pictureEntry = 'polylogue.asked_to_join_picture';

/**
 * In the storage of this tab, since a challenge may load the forms anew: no address that somebody else can send makes
 * anyone join.
 */
export const askedToJoin = {
  async keep({ code, name, picture }: AskedToJoin): Promise<void> {
    tabStorage.write(entry, JSON.stringify({ code, name }));
    if (picture) tabStorage.write(pictureEntry, `${picture.type},${await base64(picture)}`);
    else tabStorage.remove(pictureEntry);
  },
  /** Only for the same link. */
  read(code: string): AskedToJoin | null {
    const asked = Object(jsonIn(tabStorage.read(entry)));
    if (asked.code !== code) return null;
    return { code, name: String(asked.name ?? ''), picture: pictureIn(tabStorage.read(pictureEntry)) };
  },
  forget(): void {
    tabStorage.remove(entry);
    tabStorage.remove(pictureEntry);
  },
};

function pictureIn(text: string | null): File | null {
  if (text === null) return null;
  const [type = '', data = ''] = text.split(',');
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return new File([bytes], `picture.${type.split('/')[1]}`, { type });
}
