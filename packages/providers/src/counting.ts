// What a model accepts, holds and costs: everything about it that needs no network.
export { type CostEstimate, costOfUsage, priceAt, pricedModel } from './cost.ts';
export { estimateFileTokens, estimateTokens, tokenRatioOf } from './estimate.ts';
export { canTake, knownModelsOf, modelInfo, modelName } from './known-models.ts';
export { type ModelOptions, modelOptions } from './request-options.ts';
export { currentModel, retirementOf } from './retirement.ts';
export { modelTerms, type Terms } from './terms.ts';
