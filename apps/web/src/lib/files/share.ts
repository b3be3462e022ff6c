/** Whether this device has a share sheet. */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/** Opens the device's share sheet. Cancelling is not an error; any other failure is only logged. */
export async function share(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    const cancelled = error instanceof Error && error.name === 'AbortError';
    if (!cancelled) console.error('Error sharing', error);
    return false;
  }
}
