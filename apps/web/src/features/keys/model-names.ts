export { modelName } from '@polylogue/providers/known-models';
