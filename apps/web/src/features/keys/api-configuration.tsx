import type { ProviderName } from '@polylogue/providers';

/** What the chat hands to the dialog. */
export interface ApiConfigurationProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** After the entries are written: the provider now in use. */
  onSaved: (provider: ProviderName) => void;
}

/** The API Configuration dialog; its code is fetched when it first opens. */
export function ApiConfiguration(_props: ApiConfigurationProps) {
  return null;
}
