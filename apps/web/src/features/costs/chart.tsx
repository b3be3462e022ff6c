import { useId } from 'react';
import { moneyInWords } from '../../lib/text/money.ts';
import { VisuallyHidden } from '../../ui/index.ts';
import { type Bar, ticksFor } from './bars.ts';
import styles from './chart.module.css';
import { dollars } from './cost-words.ts';

interface ChartProps {
  /** What a bar stands for. */
  by: 'day' | 'month';
  bars: readonly Bar[];
  /** "Mon, Nov 2". */
  nameOf(bar: Bar): string;
  /** Under the bars: the first, some between, and the last. */
  shortNameOf(bar: Bar): string;
}

/** Pixels. */
const height = 176;
/** So that a small amount can be seen. */
const least = 3;

/** Costs over time, as bars. The table under it says the same in numbers, until it is by something else. */
export function Chart({ by, bars, nameOf, shortNameOf }: ChartProps) {
  const id = useId();
  const ticks = ticksFor(Math.max(0, ...bars.map(({ micros }) => micros)));
  const top = ticks.at(-1) ?? 1;
  const width = 100 / bars.length;
  const hasMore = bars.some(({ isMore }) => isMore);
  const yOf = (micros: number) => height - (micros / top) * height;
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption id={id} className={styles.title}>
        Cost per {by}
        <VisuallyHidden>: listed by {by}, the table below has the numbers</VisuallyHidden>
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        <div className={styles.scale} style={{ blockSize: height }}>
          {ticks.map((tick) => (
            <span key={tick} style={{ insetBlockStart: yOf(tick) }}>
              {moneyInWords(tick / 1_000_000)}
            </span>
          ))}
        </div>
        <svg className={styles.bars} width="100%" height={height} aria-hidden="true" focusable="false">
          {ticks.map((tick) => (
            <line key={tick} className={styles.line} x1="0" x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
          ))}
          <line className={styles.ground} x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} />
          {bars.map((bar, at) => {
            const tall = bar.micros > 0 ? Math.max(least, height - yOf(bar.micros)) : 0;
            const place = { x: `${(at + 0.15) * width}%`, width: `${0.7 * width}%` };
            return (
              <g key={bar.day} className={styles.day}>
                <title>{`${nameOf(bar)}: ${words(bar)}`}</title>
                <rect className={styles.whole} x={`${at * width}%`} width={`${width}%`} height={height} />
                {tall > 0 && (
                  <rect className={styles.bar} {...place} y={height - tall} height={tall} rx="2" />
                )}
                {bar.isMore && (
                  <rect className={styles.more} {...place} y={height - tall - 9} height="6" rx="2" />
                )}
              </g>
            );
          })}
        </svg>
        <div className={styles.names}>
          {[0, Math.floor((bars.length - 1) / 2), bars.length - 1].map((at) => (
            <span key={at}>{bars[at] && shortNameOf(bars[at])}</span>
          ))}
        </div>
      </div>
      {hasMore && (
        <p className={styles.legend}>
          <svg width="14" height="8" aria-hidden="true" focusable="false">
            <rect className={styles.more} x="1" y="1" width="12" height="6" rx="2" />
          </svg>
          and answers whose price is not known
        </p>
      )}
    </figure>
  );
}

function words({ micros, isMore }: Bar): string {
  if (micros === 0) return isMore ? 'price not known' : 'nothing';
  return moneyInWords(dollars(micros)) + (isMore ? ' and more' : '');
}
