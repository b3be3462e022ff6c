import mermaid from 'mermaid';
import { type Draw, type FrameMessage, parseDraw } from '../frame-messages.ts';
import { clean } from './clean.ts';
import { backgroundOf, fontName, mermaidConfig } from './mermaid-config.ts';
import { type Dimensions, fittedSize, naturalSize, readableWidth } from './size.ts';

// Everything that runs in the frame: it receives a diagram from the page around it, draws it with mermaid, and reports its
// height. It has no origin, no storage and no network (see docs/threat-model.md).

const stage = document.getElementById('stage') ?? document.body;

let wanted: Draw | undefined;
let isDrawing = false;
let shown: { drawing: SVGSVGElement; natural: Dimensions; isLarge: boolean } | undefined;

addEventListener('message', ({ source, origin, data }) => {
  // Only from the page that framed us, and only a page of ours.
  if (source !== parent || parent === window || origin !== location.origin) return;
  wanted = parseDraw(data) ?? wanted;
  if (wanted && !isDrawing) void drawWanted();
});

let width = innerWidth;
addEventListener('resize', () => {
  // Without a width it is only hidden at the moment.
  if (innerWidth === 0 || innerWidth === width || !shown) return;
  width = innerWidth;
  post({ kind: 'sized', height: fit(shown.drawing, shown.natural, shown.isLarge) });
});

post({ kind: 'ready' });

function post(message: FrameMessage) {
  if (parent !== window) parent.postMessage(message, location.origin);
}

async function drawWanted() {
  isDrawing = true;
  const heartbeat = setInterval(() => post({ kind: 'working' }), 1_000);
  while (wanted) {
    const next = wanted;
    wanted = undefined;
    post(await draw(next).catch((error) => ({ kind: 'failed', words: messageOf(error) }) as const));
  }
  clearInterval(heartbeat);
  isDrawing = false;
}

let face: Promise<unknown> | undefined;

/** Letters are measured before they are drawn, so the font must be there. */
async function loadFont(font: ArrayBuffer) {
  const loaded = await new FontFace(fontName, font, { weight: '200 800' }).load();
  document.fonts.add(loaded);
}

async function draw({ text, scheme, isLarge, font }: Draw): Promise<FrameMessage> {
  if (font) face ??= loadFont(font).catch(() => {});
  await face;
  document.documentElement.style.colorScheme = scheme;
  mermaid.initialize(mermaidConfig(scheme));
  const { svg } = await mermaid.render('diagram', text);
  const drawing = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (!drawing) throw new Error('Nothing was drawn.');
  clean(drawing);
  const natural = naturalSize(drawing);
  stage.replaceChildren(drawing);
  shown = { drawing, natural, isLarge };
  const height = fit(drawing, natural, isLarge);
  return {
    kind: 'drawn',
    height,
    width: readableWidth(natural),
    svg: asFile(drawing, natural, backgroundOf(scheme)),
  };
}

/** As wide as the frame. For a closer look it may be wider, and scrolls. */
function fit(drawing: SVGSVGElement, natural: Dimensions, isLarge: boolean): number {
  const size = fittedSize(natural, innerWidth, isLarge);
  drawing.style.maxWidth = 'none';
  drawing.setAttribute('width', String(size.width));
  drawing.setAttribute('height', String(size.height));
  makeScrollable(size.width > innerWidth);
  return Math.ceil(stage.getBoundingClientRect().height);
}

/** So that it can be scrolled without a mouse. */
function makeScrollable(isWide: boolean) {
  const wide = { tabindex: '0', role: 'group', 'aria-label': 'Diagram, wider than the screen' };
  for (const [name, value] of Object.entries(wide)) {
    if (isWide) stage.setAttribute(name, value);
    else stage.removeAttribute(name);
  }
}

function asFile(drawing: SVGSVGElement, { width, height }: Dimensions, paper: string): string {
  const file = drawing.cloneNode(true) as SVGSVGElement;
  file.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  file.setAttribute('width', String(width));
  file.setAttribute('height', String(height));
  file.style.background = paper;
  return new XMLSerializer().serializeToString(file);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');
