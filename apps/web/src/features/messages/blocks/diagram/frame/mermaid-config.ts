import type { MermaidConfig } from 'mermaid';
import type { Scheme } from '../frame-messages.ts';

/** Colours of tokens.css, light and dark: the frame does not load our style sheets. */
const colours = {
  paper: ['#f3ecdf', '#27221c'],
  ink: ['#241f1a', '#efe9df'],
  ink2: ['#665d50', '#aea392'],
  line: ['#8a7d6b', '#82776a'],
  fill: ['#e0f0df', '#1a3021'],
  fill2: ['#e8dfcf', '#332d26'],
  edge: ['#1b7a44', '#55cc83'],
  note: ['#f2e2c4', '#3b3020'],
} as const;

/** For things side by side: bars, lines and branches; slices and sections have a tint of them. */
const strong = [
  ['#1b7a44', '#55cc83'],
  ['#1d5a9e', '#8cc4ff'],
  ['#8a4a00', '#f0b46f'],
  ['#8b2a86', '#dba2f2'],
  ['#9c2f2a', '#ff9f94'],
  ['#0f6470', '#6fd3dd'],
  ['#75550a', '#e0c26c'],
  ['#665d50', '#aea392'],
] as const;

type Pair = readonly [light: string, dark: string];

const colourOf = ([light, dark]: Pair, scheme: Scheme) => (scheme === 'light' ? light : dark);

/** A quarter of a colour, on paper: mermaid cannot read `color-mix()`. */
function tintOf(colour: string, paper: string): string {
  const part = (hex: string, from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
  const mixed = [1, 3, 5].map((from) => Math.round(0.25 * part(colour, from) + 0.75 * part(paper, from)));
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

/** The page's font: it comes with the diagram. */
export const fontName = 'Atkinson Hyperlegible Next';

const font = `"${fontName}", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`;

/** The background of a drawing. */
export const backgroundOf = (scheme: Scheme): string => colourOf(colours.paper, scheme);

/** The settings for mermaid. A diagram cannot override those in `secure`. */
export function mermaidConfig(scheme: Scheme): MermaidConfig {
  const of = (pair: Pair) => colourOf(pair, scheme);
  const [paper, ink, line] = [of(colours.paper), of(colours.ink), of(colours.line)];
  const bright = strong.map(of);
  const tints = bright.map((colour) => tintOf(colour, paper));
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
      primaryColor: of(colours.fill),
      primaryTextColor: ink,
      primaryBorderColor: of(colours.edge),
      secondaryColor: of(colours.fill2),
      secondaryTextColor: ink,
      tertiaryColor: of(colours.fill2),
      tertiaryTextColor: ink,
      lineColor: scheme === 'dark' ? of(colours.ink2) : line,
      textColor: ink,
      titleColor: ink,
      edgeLabelBackground: paper,
      noteBkgColor: of(colours.note),
      noteTextColor: ink,
      noteBorderColor: line,
      ...numbered('cScale', 0, tints),
      ...numbered('cScaleLabel', 0, [ink]),
      ...numbered('pie', 1, tints),
      ...numbered('git', 0, bright),
      ...numbered('gitBranchLabel', 0, [paper]),
      pieStrokeColor: paper,
      pieOuterStrokeColor: paper,
      pieOpacity: '1',
      commitLabelColor: ink,
      commitLabelBackground: paper,
      xyChart: { backgroundColor: paper, plotColorPalette: bright.join(',') },
    },
  };
}

/** mermaid names up to twelve colours one by one. */
const numbered = (name: string, first: number, some: readonly string[]) =>
  Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${name}${first + at}`, some[at % some.length]]));
