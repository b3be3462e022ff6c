import { base64 } from '../../../lib/files/file.ts';
import { loaded } from './space-reader.ts';

/** How long the files of a turn may take that has already begun (milliseconds). */
const filePatience = 20_000;

export async function fetchFile(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`A file is not there: ${response.status}`);
  return response.blob();
}

/** The content of the files of a question that could be loaded, by their id. */
export function base64Files(
  parts: readonly ({ type: 'text' } | { type: 'file'; file: { file_id: string } })[],
) {
  const ids = parts.flatMap((part) => (part.type === 'file' ? part.file.file_id : []));
  const signal = AbortSignal.timeout(filePatience);
  return loaded(new Map(ids.map((id) => [id, `/files/${id}`])), async (url) =>
    base64(await fetchFile(url, signal)),
  );
}
