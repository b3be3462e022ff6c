// To be imported first: what a page has and Node has not, for those who listen to it while they are loaded.
Object.assign(globalThis, { addEventListener: globalThis.addEventListener ?? (() => {}) });

// A browser completes a path with the page's origin.
const NodeRequest = globalThis.Request;
globalThis.Request = class extends NodeRequest {
  constructor(input: string, init?: RequestInit) {
    super(new URL(input, 'http://localhost:3000'), init);
  }
} as typeof Request;
