import type { FolderFile } from '../../../conversation/index.ts';
import type { ModelCatalogue } from '../../../keys/index.ts';
import { textTokens } from '../models/token-counts.ts';

interface AskedModel {
  provider: Parameters<ModelCatalogue['canTake']>[0];
  model: string;
}

/** The files of a folder that a model can read, and those that are left out because it cannot. */
export function takenFiles(
  files: readonly FolderFile[],
  { provider, model }: AskedModel,
  catalogue: Pick<ModelCatalogue, 'canTake'>,
): { taken: FolderFile[]; leftOut: FolderFile[] } {
  const canTake = ({ mediaType }: FolderFile) => catalogue.canTake(provider, model, mediaType);
  return { taken: files.filter(canTake), leftOut: files.filter((file) => !canTake(file)) };
}

/** About how many tokens go along with a question besides its messages: instructions, and files of a folder. */
export const tokensBeside = (
  instructions: readonly string[],
  files: readonly FolderFile[],
  model: AskedModel,
  catalogue: ModelCatalogue,
): number =>
  textTokens(instructions.join('\n\n'), catalogue) +
  tokensOfFiles(takenFiles(files, model, catalogue).taken, catalogue);

/** About how many tokens these files take. */
export const tokensOfFiles = (
  files: readonly FolderFile[],
  catalogue: Pick<ModelCatalogue, 'estimateFileTokens'>,
): number =>
  files.reduce((sum, { mediaType, size }) => sum + catalogue.estimateFileTokens(mediaType, size), 0);
