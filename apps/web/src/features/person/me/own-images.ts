import { call, FetchError, type PostFileOptions, postFile } from '../../../api/index.ts';
import { ModelError, orFail } from '../failure/model-error.ts';

/** Uploads a cover picture; resolves with the url to set with updateMe. Rejects with a ModelError, or when aborted. */
export function uploadImage(file: File, posting?: PostFileOptions): Promise<string> {
  const send = async () => {
    const { upload_url } = await call('POST /api/v1/user/me/image', {}, signalOf(posting));
    return variantAt(upload_url, file, posting);
  };
  return orFail('Failed to upload user image', send());
}

/** Uploads a profile picture; like uploadImage. */
export function uploadProfilePicture(file: File, posting?: PostFileOptions): Promise<string> {
  const send = async () => {
    const { upload_url } = await call('POST /api/v1/user/me/profile_picture', {}, signalOf(posting));
    return variantAt(upload_url, file, posting);
  };
  return orFail('Failed to upload profile picture', send());
}

const signalOf = ({ signal }: PostFileOptions = {}) => (signal ? { signal } : {});

/** The answer of the picture service, ours or another one; that of another is not validated. */
interface Answer {
  success?: boolean;
  errors?: { message?: string }[];
  result?: { variants?: string[] };
}

async function variantAt(address: string, file: File, posting?: PostFileOptions): Promise<string> {
  const { success, errors, result } = ((await postFile(address, file, posting)) ?? {}) as Answer;
  if (success === false) throw refusedBy(errors?.[0]?.message);
  const variants = result?.variants ?? [];
  const chosen = variants.find((variant) => variant.endsWith('public')) ?? variants.at(-1);
  if (!chosen) throw new ModelError('No variants returned');
  return chosen;
}

function refusedBy(message = 'The picture was refused.'): FetchError {
  return new FetchError(200, message, { message });
}
