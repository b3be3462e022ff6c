/** `missing`: neither this browser nor the account has it. `offline`: it is not in this browser, and nobody answers. */
export type Opening = 'new' | 'opening' | 'here' | 'missing' | 'offline';
