/** Whether this device has a share sheet. */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/** Opens the device's share sheet. Cancelling is not an error; any other failure is logged. */
export async function share(data: ShareData): Promise<'shared' | 'cancelled' | 'failed'> {
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return 'cancelled';
    console.error('Error sharing', error);
    return 'failed';
  }
}
