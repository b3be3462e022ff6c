import type { Definitions } from '@polylogue/markdown';
import { type Inline, isPlainText, parseInline } from '@polylogue/markdown';
import { createContext, memo, type ReactNode, use } from 'react';
import { counts } from './counts.ts';
import { ImageCard } from './image-card.tsx';
import styles from './markdown.module.css';
import { Formula } from './maths/formula.tsx';
import { NoteReference } from './notes/note-reference.tsx';

/** Whether single newlines are line breaks, the same for all blocks of a text. */
export const Breaks = createContext(false);
export const DefinitionsOf = createContext<Definitions>(Object.create(null));
const none: Definitions = Object.freeze(Object.create(null));

/** A piece of inline markdown. Most items and cells are plain text, and do without a component. */
export const showInline = (text: string): ReactNode =>
  isPlainText(text) ? text : <InlineView text={text} />;

/** Only text that could refer to a definition is parsed again when one arrives. */
const InlineView = memo(function InlineView({ text }: { text: string }) {
  counts.rendered++;
  counts.inlined++;
  const definitions = text.includes('[') ? use(DefinitionsOf) : none;
  return show(parseInline(text, definitions, use(Breaks)));
});

function show(parts: readonly Inline[]): ReactNode {
  if (parts.length === 1 && parts[0]?.kind === 'text') return parts[0].text;
  return parts.map(showOne);
}

function showOne(part: Inline, key: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'strong':
      return <strong key={key}>{show(part.children)}</strong>;
    case 'em':
      return <em key={key}>{show(part.children)}</em>;
    case 'del':
      return <del key={key}>{show(part.children)}</del>;
    case 'code':
      return (
        <code key={key} className={styles.inlineCode} dir="ltr">
          {part.text}
        </code>
      );
    case 'maths':
      return <Formula key={key} tex={part.tex} isDisplay={part.isDisplay} />;
    case 'note':
      return <NoteReference key={key} label={part.label} />;
    case 'break':
      return <br key={key} />;
    case 'link':
      return (
        <a key={key} href={part.href} title={part.title} target="_blank" rel="noopener noreferrer nofollow">
          {show(part.children)}
        </a>
      );
    case 'image':
      return <ImageCard key={key} src={part.src} host={part.host} alt={part.alt} />;
  }
}
