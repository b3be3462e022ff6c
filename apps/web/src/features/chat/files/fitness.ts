import { megabyte } from '../../../lib/text/bytes.ts';
import { counted } from '../../../lib/text/counts.ts';
import { anyModel, type PictureBounds } from '../../file-reading/picture-bounds.ts';
import type { Sniffed } from '../../file-reading/sniff.ts';
import { type Choice, connectionName, type ProviderName, type ProviderSetting } from '../../keys/index.ts';
import type { Attachment } from '../../messages/index.ts';

/** The limits of models for files. */
export interface FileCatalogue {
  canTake(provider: ProviderName, model: string, mediaType: string): boolean;
  /** Bytes of files that one question may carry, counted in base64. */
  maxFileBytes: Readonly<Record<ProviderName, number>>;
  pictureLimits(provider: ProviderName, model: string): PictureBounds;
  modelName(provider: ProviderName, model: string): string;
  modelInfo(provider: ProviderName, model: string): { contextWindow: number } | null;
}

export interface SavedModel {
  provider: ProviderName;
  model: string;
}

interface Sized {
  name: string;
  mediaType: string;
  /** Bytes, before base64. */
  size: number;
}

const inBase64 = (bytes: number) => Math.ceil(bytes / 3) * 4;

/**
 * Why these files cannot go to the chosen model, in a sentence that says what to do; null when they can. `saved` are
 * other models that could be asked instead; `earlier` are the bytes already in the conversation, in base64.
 */
export function misfit(
  files: readonly Sized[],
  { type, config }: ProviderSetting,
  catalogue: FileCatalogue,
  saved: readonly SavedModel[] = [],
  earlier = 0,
): string | null {
  const unread = files.find(({ mediaType }) => !catalogue.canTake(type, config.model, mediaType));
  if (unread) {
    const other = saved.find(({ provider, model }) => catalogue.canTake(provider, model, unread.mediaType));
    const what = kindName(unread.mediaType);
    const advice = other
      ? `${catalogue.modelName(other.provider, other.model)}, which you have saved, reads ${what}: choose it in Settings.`
      : `Choose a model in Settings that reads ${what}.`;
    return `${catalogue.modelName(type, config.model)} cannot read ${unread.name}. ${advice}`;
  }
  const limit = catalogue.maxFileBytes[type];
  const bytes = files.reduce((sum, { size }) => sum + inBase64(size), 0);
  if (bytes + earlier <= limit) return null;
  const most = megabytes(limit);
  const host = connectionName(type, config.endpoint);
  if (bytes <= limit)
    return `The files in this conversation are too large in total: ${host} accepts up to ${most} at once. Start a new conversation, or remove some.`;
  return files.length === 1
    ? `${files[0]?.name} is too large: ${host} accepts files of up to ${most}. Choose a smaller one.`
    : `These files are too large in total: ${host} accepts up to ${most} at once. Remove some.`;
}

/** The same while no model is chosen: why not even the most generous one would take the file. */
export function tooLargeForAll({ name, size }: Sized, catalogue: FileCatalogue): string | null {
  const limit = Math.max(...Object.values(catalogue.maxFileBytes));
  return inBase64(size) <= limit
    ? null
    : `${name} is too large: files may be up to ${megabytes(limit)}. Choose a smaller one.`;
}

const megabytes = (limit: number) => `${Math.floor(((limit / 4) * 3) / megabyte)} MB`;

/** No language has more letters per token, so nothing that would fit is refused. */
const mostLettersOfToken = 5;

/** Why a text of this many letters is too long for the chosen model; null when it may fit. */
export function tooLong(
  name: string,
  letters: number,
  { type, config }: ProviderSetting,
  catalogue: FileCatalogue,
): string | null {
  const room = catalogue.modelInfo(type, config.model)?.contextWindow;
  const least = Math.ceil(letters / mostLettersOfToken);
  if (room === undefined || least <= room) return null;
  return `${name} is too long for ${catalogue.modelName(type, config.model)}: it has at least ${counted(least)} tokens, and the model can read ${counted(room)}. Send only part of it.`;
}

function kindName(mediaType: string): string {
  if (mediaType === 'application/pdf') return 'PDF files';
  if (mediaType.startsWith('image/')) return 'pictures';
  if (mediaType.startsWith('video/')) return 'videos';
  return 'such files';
}

export interface ModelLimitsNeeds {
  /** What is asked now, or with `choice`. */
  setting(choice?: Choice | null): ProviderSetting | null;
  /** The other providers that could be asked. */
  saved(): readonly SavedModel[];
  /** What is known about models; rejects when it cannot be loaded. */
  catalogue(): Promise<FileCatalogue>;
}

/** What files the chosen model takes, as far as anything is known about models. */
export function modelLimits({ setting, saved, catalogue }: ModelLimitsNeeds) {
  let known: FileCatalogue | null = null;

  return {
    async load() {
      known ??= await catalogue().catch(() => null);
    },
    /** Why it cannot take this file; `beside`: bytes in base64 that are sent with it. */
    misfitOf(file: File, seen: Sniffed, beside = 0): string | null {
      // A picture is scaled down as needed.
      const isPicture = seen.type === 'picture';
      const sized = {
        name: file.name,
        mediaType: isPicture ? 'image/png' : seen.mediaType,
        size: isPicture ? 0 : file.size,
      };
      const chosen = setting();
      if (!known) return null;
      return chosen ? misfit([sized], chosen, known, saved(), beside) : tooLargeForAll(sized, known);
    },
    /** Why a text of this many letters is too long for it. */
    tooLong(name: string, letters: number | undefined): string | null {
      const chosen = setting();
      return chosen && known && letters !== undefined ? tooLong(name, letters, chosen, known) : null;
    },
    bounds(): PictureBounds {
      const chosen = setting();
      if (!chosen || !known) return anyModel;
      const limits = known.pictureLimits(chosen.type, chosen.config.model);
      // A sent picture stays in the conversation: the next model must not refuse everything because of it.
      return { ...limits, bytes: Math.min(limits.bytes, anyModel.bytes) };
    },
    /** Why it cannot take these together, after files of `earlier` bytes in base64. */
    misfitOfAll(attachments: readonly Attachment[], earlier: number, choice?: Choice | null): string | null {
      const chosen = setting(choice);
      if (!chosen || !known || attachments.length === 0) return null;
      return misfit(attachments.map(asSent), chosen, known, saved(), earlier);
    },
  };
}

function asSent({ name, part, mediaType }: Attachment) {
  const size = part.type === 'file' ? (part.data.length / 4) * 3 : part.text.length;
  return { name, mediaType, size };
}
