// What a model accepts, holds and costs: everything about it that needs no network.
export { type Cost, costOf, priceAt, pricedModel } from './cost.ts';
export { estimateFileTokens, estimateTokens, tokenRatioOf } from './estimate.ts';
export { modelInfo, modelsOf } from './known-models.ts';
export { type ModelOptions, modelOptions } from './request-options.ts';
export { currentModel, retirementOf } from './retirement.ts';
export { type Terms, termsOf } from './terms.ts';
