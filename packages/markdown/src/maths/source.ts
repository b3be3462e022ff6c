/** A formula as it is written, which is what stands there until it is drawn, is copied and is found. */
export const formulaSource = (tex: string, isDisplay: boolean): string =>
  isDisplay ? `$$${tex}$$` : `$${tex}$`;

/** Whether a fence of this name holds a formula, as GitHub and GitLab have it. */
export const isMathsFence = (info: string): boolean => /^(?:math|latex-math)$/i.test(info);
