/**
 * The oldest browsers with URL.parse and light-dark(), so that one set of tokens serves both schemes as it is.
 */
export const targets = ['chrome126', 'edge126', 'firefox128', 'safari18'];
