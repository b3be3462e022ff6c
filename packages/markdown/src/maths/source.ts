/** A formula's source: displayed until it is drawn, copied, and searched. */
export const formulaSource = (tex: string, isDisplay: boolean): string =>
  isDisplay ? `$$${tex}$$` : `$${tex}$`;

/** Whether a fence of this name holds a formula, as GitHub and GitLab have it. */
export const isMathsFence = (info: string): boolean => /^(?:math|latex-math)$/i.test(info);
