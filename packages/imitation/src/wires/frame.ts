/** One event on the wire, ready to be written. */
export interface WireFrame {
  bytes: string;
  /** The reply's text in it, for the journal. */
  text: string;
  /**
   * `piece`: a token, which waits for its turn when a pace or a held gate says so · `ending`: the first frame
   * after the last piece · `broken`: only part of it goes out, then the connection ends · `frame`: anything else.
   */
  kind: 'frame' | 'piece' | 'ending' | 'broken';
}

export const frame = (bytes: string): WireFrame => ({ bytes, text: '', kind: 'frame' });
export const piece = (bytes: string, text: string): WireFrame => ({ bytes, text, kind: 'piece' });
export const ending = (bytes: string): WireFrame => ({ bytes, text: '', kind: 'ending' });
/** Contains characters of three bytes, so that it can be cut inside one. */
export const brokenFrame = (bytes: string): WireFrame => ({ bytes, text: '', kind: 'broken' });
export const brokenText = '日本';

export const data = (json: unknown) => `data: ${JSON.stringify(json)}\n\n`;
