import { type ProviderSetting, providerOf } from '../keys/index.ts';
import type { Attachment } from '../thread/index.ts';

/** What must be known of models to say whether they can read a file. */
export interface ModelLore {
  canTake(provider: ProviderSetting['type'], model: string, mediaType: string): boolean;
  /** Bytes of files one question may carry, base64 counted. */
  maxFileBytes: Readonly<Record<ProviderSetting['type'], number>>;
}

type Sized = Pick<Attachment, 'name' | 'mediaType' | 'size'>;

const inBase64 = (bytes: number) => Math.ceil(bytes / 3) * 4;

/** Why these files cannot go to the chosen model, in a sentence that says what to do; null when they can. */
export function misfit(files: readonly Sized[], setting: ProviderSetting, lore: ModelLore): string | null {
  const { type, config } = setting;
  const unread = files.find(({ mediaType }) => !lore.canTake(type, config.model, mediaType));
  if (unread) {
    return `${config.model} cannot read ${unread.name}. Choose a model in Settings that reads ${sort(unread.mediaType)}.`;
  }
  const limit = lore.maxFileBytes[type];
  if (files.reduce((sum, { size }) => sum + inBase64(size), 0) <= limit) return null;
  const most = `${Math.floor(((limit / 4) * 3) / 1_000_000)} MB`;
  const { displayName } = providerOf(type);
  return files.length === 1
    ? `${files[0]?.name} is too large: ${displayName} takes files of up to ${most}. Choose a smaller one.`
    : `These files are too large together: ${displayName} takes up to ${most} at once. Remove some.`;
}

function sort(mediaType: string): string {
  if (mediaType === 'application/pdf') return 'PDF files';
  if (mediaType.startsWith('image/')) return `${mediaType.slice('image/'.length).toUpperCase()} images`;
  if (mediaType.startsWith('video/')) return 'videos';
  return 'such files';
}
