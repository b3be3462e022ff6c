import type { IRawTheme } from '@shikijs/vscode-textmate';
import { type Colour, colours } from './colours.ts';

/** The colour of each grammar scope. The values are tokens of the design system, so one theme serves both schemes. */
const scopes: Record<Exclude<Colour, 'plain'>, string[]> = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'punctuation.definition.string', 'markup.inline.raw', 'string.regexp'],
  constant: ['constant', 'support.constant', 'keyword.other.unit'],
  keyword: ['keyword', 'storage', 'keyword.operator.new', 'keyword.operator.expression', 'variable.language'],
  function: ['entity.name.function', 'support.function', 'variable.function', 'entity.name.command'],
  type: [
    'entity.name.type',
    'entity.name.class',
    'support.type',
    'support.class',
    'entity.other.inherited-class',
  ],
  tag: ['entity.name.tag', 'support.type.property-name'],
  attribute: ['entity.other.attribute-name', 'meta.attribute', 'variable.other.property.css'],
  inserted: ['markup.inserted', 'punctuation.definition.inserted'],
  deleted: ['markup.deleted', 'punctuation.definition.deleted'],
  heading: ['markup.heading', 'markup.bold', 'meta.diff.header'],
};

/** A theme's colours must be valid colours; these stand in for the names and are never painted. */
const standIn = (colour: Colour) => `#0000${colours.indexOf(colour).toString(16).padStart(2, '0')}`;

export const theme = {
  name: 'polylogue',
  settings: [
    { settings: { foreground: standIn('plain'), background: '#ffffff' } },
    ...Object.entries(scopes).map(([colour, scope]) => ({
      scope,
      settings: { foreground: standIn(colour as Colour) },
    })),
    { scope: ['keyword.operator', 'punctuation'], settings: { foreground: standIn('plain') } },
  ],
} satisfies IRawTheme;

/** Back from a stand-in to the colour's index. */
export function colourOf(standIn: string | undefined): number {
  const index = Number.parseInt(standIn?.slice(1) ?? '0', 16);
  return index < colours.length ? index : 0;
}
