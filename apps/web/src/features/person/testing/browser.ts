// To be imported first: browser globals that Node lacks, for modules that use them while loading.
Object.assign(globalThis, { addEventListener: globalThis.addEventListener ?? (() => {}) });

// A browser resolves a path against the page's origin.
const NodeRequest = globalThis.Request;
globalThis.Request = class extends NodeRequest {
  constructor(input: string, init?: RequestInit) {
    super(new URL(input, 'http://localhost:3000'), init);
  }
} as typeof Request;
