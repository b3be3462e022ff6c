import * as z from 'zod/mini';
import { providerNames } from '../catalog.ts';
import { carriesKey, endpointUrl } from '../endpoint.ts';
import { isKeyShaped } from '../stored-setting.ts';

// Our content security policy forbids code made from strings, which zod would otherwise try.
z.config({ jitless: true });

const Saved = z
  .object({
    type: z.enum(providerNames),
    apiKey: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'API key is required'),
        z.refine(
          isKeyShaped,
          'The key contains invalid characters. Copy it again from where you created it.',
        ),
      ),
    endpoint: z.string().check(
      z.trim(),
      z.refine((text) => endpointUrl(text) !== null, 'Must be a valid URL'),
    ),
    model: z.string().check(z.trim(), z.minLength(1, 'Model name is required')),
  })
  .check(
    z.refine(({ apiKey, endpoint }) => !carriesKey(endpoint, apiKey), {
      path: ['endpoint'],
      message: 'Leave the key out of the address: it belongs in the field above',
    }),
  );

export type Saved = z.infer<typeof Saved>;

/** The setting as it may be saved, trimmed; or the first thing wrong with each field. */
export function checked(
  typed: Record<keyof Saved, string>,
): { ok: true; saved: Saved } | { ok: false; wrong: Partial<Record<keyof Saved, string>> } {
  const result = Saved.safeParse(typed);
  if (result.success) return { ok: true, saved: result.data };
  const wrong: Partial<Record<keyof Saved, string>> = {};
  for (const { path, message } of result.error.issues) wrong[path[0] as keyof Saved] ??= message;
  return { ok: false, wrong };
}
