import type { MermaidConfig } from 'mermaid';
import type { Scheme } from '../frame-messages.ts';

/** The page's colours, as in tokens.css: the frame does not load our style sheets. */
const colours = {
  light: {
    paper: '#f3ecdf',
    ink: '#241f1a',
    ink2: '#665d50',
    line: '#8a7d6b',
    fill: '#e0f0df',
    fill2: '#faf6ee',
    edge: '#1b7a44',
    note: '#fff6d6',
  },
  dark: {
    paper: '#27221c',
    ink: '#efe9df',
    ink2: '#aea392',
    line: '#82776a',
    fill: '#1a3021',
    fill2: '#332d26',
    edge: '#55cc83',
    note: '#3a3420',
  },
};

/** For things side by side: slices, branches, sections; and stronger ones for bars and lines. */
const tints = {
  light: ['#cfe8d7', '#cfe0f2', '#f3dfc4', '#e8d3ec', '#f5d3cf', '#d0ebee', '#ece2b4', '#e6dfd2'],
  dark: ['#1f4a30', '#1f3d5c', '#5a3d16', '#4d2a55', '#5c2a26', '#134b52', '#4d410f', '#443d34'],
};
const strong = {
  light: ['#1b7a44', '#1d5a9e', '#8a4a00', '#8b2a86', '#9c2f2a', '#0f6470', '#75550a', '#665d50'],
  dark: ['#55cc83', '#8cc4ff', '#f0b46f', '#dba2f2', '#ff9f94', '#6fd3dd', '#e0c26c', '#aea392'],
};

/** The page's font: it comes with the diagram. */
export const fontName = 'Atkinson Hyperlegible Next';

const font = `"${fontName}", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`;

/** The background of a drawing. */
export const backgroundOf = (scheme: Scheme): string => colours[scheme].paper;

/** The settings for mermaid. A diagram cannot override those in `secure`. */
export function mermaidConfig(scheme: Scheme): MermaidConfig {
  const { paper, ink, ink2, line, fill, fill2, edge, note } = colours[scheme];
  return {
    startOnLoad: false,
    suppressErrorRendering: true,
    securityLevel: 'strict',
    htmlLabels: true,
    maxTextSize: 20_000,
    // ELK, its default, is half a megabyte; a diagram may still ask for it.
    layout: 'dagre',
    secure: [
      'secure',
      'securityLevel',
      'startOnLoad',
      'maxTextSize',
      'suppressErrorRendering',
      'maxEdges',
      'htmlLabels',
      'themeCSS',
      'dompurifyConfig',
      'fontFamily',
      'altFontFamily',
    ],
    fontFamily: font,
    look: 'classic',
    theme: 'base',
    themeVariables: {
      darkMode: scheme === 'dark',
      fontFamily: font,
      background: paper,
      useGradient: false,
      dropShadow: 'none',
      primaryColor: fill,
      primaryTextColor: ink,
      primaryBorderColor: edge,
      secondaryColor: fill2,
      secondaryTextColor: ink,
      tertiaryColor: fill2,
      tertiaryTextColor: ink,
      lineColor: scheme === 'dark' ? ink2 : line,
      textColor: ink,
      titleColor: ink,
      edgeLabelBackground: paper,
      noteBkgColor: note,
      noteTextColor: ink,
      noteBorderColor: line,
      ...numbered('cScale', 0, tints[scheme]),
      ...numbered('cScaleLabel', 0, [ink]),
      ...numbered('pie', 1, tints[scheme]),
      ...numbered('git', 0, strong[scheme]),
      ...numbered('gitBranchLabel', 0, [paper]),
      pieStrokeColor: paper,
      pieOuterStrokeColor: paper,
      pieOpacity: '1',
      commitLabelColor: ink,
      commitLabelBackground: paper,
      xyChart: { backgroundColor: paper, plotColorPalette: strong[scheme].join(',') },
    },
  };
}

/** mermaid names up to twelve colours one by one. */
const numbered = (name: string, first: number, some: readonly string[]) =>
  Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${name}${first + at}`, some[at % some.length]]));
