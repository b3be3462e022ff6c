/** `missing`: neither this browser nor the account has it. `offline`: not in this browser, and the server is out of reach. */
export type Opening = 'new' | 'opening' | 'here' | 'missing' | 'offline';
