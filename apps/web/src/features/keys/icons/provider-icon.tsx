import type { ProviderName } from '@polylogue/providers';

/** A provider's mark, drawn by us; the name stands beside it, so it is silent unless it gets a `label`. */
export function ProviderIcon({
  provider: _,
  label,
  size = 20,
}: {
  provider: ProviderName;
  label?: string;
  size?: number;
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
