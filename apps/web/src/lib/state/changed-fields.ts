/** Which of the fields are not as they were. */
export function changedFields<Fields extends object>(
  fields: Partial<Fields>,
  before: Fields,
): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name, value]) => value !== before[name as keyof Fields]);
  return Object.fromEntries(changed) as Partial<Fields>;
}
