import { call, FetchError, type Posting, postFile } from '../../../api/index.ts';
import { ModelError, orFail } from '../failure/model-error.ts';

/** Uploads a cover picture; answers the url to set with updateMe. Rejects with a ModelError, or as called off. */
export function uploadImage(file: File, posting?: Posting): Promise<string> {
  const send = async () => {
    const { upload_url } = await call('POST /api/v1/user/me/image', {}, signalOf(posting));
    return variantAt(upload_url, file, posting);
  };
  return orFail('Failed to upload user image', send());
}

/** Uploads a profile picture; as uploadImage. */
export function uploadProfilePicture(file: File, posting?: Posting): Promise<string> {
  const send = async () => {
    const { upload_url } = await call('POST /api/v1/user/me/profile_picture', {}, signalOf(posting));
    return variantAt(upload_url, file, posting);
  };
  return orFail('Failed to upload profile picture', send());
}

const signalOf = ({ signal }: Posting = {}) => (signal ? { signal } : {});

/** The service that keeps the pictures, ours or another's, answers in this shape; another's answer nobody has checked. */
interface Answer {
  success?: boolean;
  errors?: { message?: string }[];
  result?: { variants?: string[] };
}

async function variantAt(address: string, file: File, posting?: Posting): Promise<string> {
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
