import { megabyte } from '../../text/bytes.ts';
import { type Ask, decode, decodeAs } from './decode.ts';

const mostBytes = 10 * megabyte;

/** The file as UTF-8, under its name, and in which other encoding it was; null when the person did not choose one. Any file but a text stays as it is. */
export async function asUtf8(file: File, ask: Ask): Promise<{ file: File; readAs?: string } | null> {
  if (file.size > mostBytes) return { file };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let read = decode(bytes);
  if (read && 'candidates' in read) {
    const chosen = await ask(read.candidates);
    if (!chosen) return null;
    read = decodeAs(bytes, chosen);
  }
  if (!read || read.encoding === 'UTF-8') return { file };
  const { text, encoding, isGuess } = read;
  return {
    file: new File([text], file.name, { type: file.type }),
    ...(isGuess && { readAs: encoding }),
  };
}
