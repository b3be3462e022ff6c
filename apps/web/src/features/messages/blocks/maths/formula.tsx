import { formulaSource } from '@polylogue/markdown';
import { memo, useLayoutEffect, useRef } from 'react';
import { classes } from '../../../../ui/index.ts';
import { counts } from '../counts.ts';
import { draw, typesetting } from './draw.ts';
import styles from './formula.module.css';

interface FormulaProps {
  tex: string;
  /** On a line of its own. */
  isDisplay: boolean;
  /** Its end has not arrived yet. */
  isOpen?: boolean;
}

/**
 * A formula, first as its source and then drawn in place, once: React does not touch the content of its element again
 * until the source changes.
 */
export const Formula = memo(function Formula({ tex, isDisplay, isOpen = false }: FormulaProps) {
  counts.rendered++;
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (place.current !== null && !isOpen) return draw(place.current, tex, isDisplay);
    // It will be needed in a moment. A failure is reported where the formula is drawn.
    typesetting.fetch().catch(() => {});
  }, [tex, isDisplay, isOpen]);
  const source = formulaSource(tex, isDisplay);
  return (
    <span
      ref={place}
      className={classes(styles.formula, isDisplay && styles.display)}
      dir="ltr"
      data-tex={source}
    >
      {source}
    </span>
  );
});
