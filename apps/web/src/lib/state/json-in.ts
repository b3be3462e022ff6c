/** The value that a stored text holds; null when it holds none. Anything may be in it. */
export function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
