/** While a page is built ahead there is no storage. Node has one of its own and warns about it when it is looked for. */
export function withoutStorage(): void {
  for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
}
