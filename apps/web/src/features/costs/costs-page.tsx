import { Link, useSearch } from 'wouter';
import { serverNow } from '../../api/index.ts';
import { tokensInWords } from '../../lib/text/money.ts';
import { ButtonLink, EmptyState } from '../../ui/index.ts';
import { isStoredHereOnly } from '../conversation/index.ts';
import { QueryResult } from '../person/index.ts';
import { ListPage, ViewLinks } from '../shell/index.ts';
import { type Days, total, type UsageTotals, utcMonthOf, yearTo } from '../usage/sums/index.ts';
import { barsOf } from './bars.ts';
import { Breakdown } from './breakdown-part.tsx';
import { BudgetPart } from './budget-part.tsx';
import { Chart } from './chart.tsx';
import { costNotes, totalWords } from './cost-words.ts';
import styles from './costs-page.module.css';
import { dayName, monthName, shortDayName, shortMonthName } from './names.ts';
import { useUsage } from './use-usage.ts';

const periods = ['month', 'last-month', 'year'] as const;
type Period = (typeof periods)[number];

/** What the answers cost, and what for. */
export function CostsPage() {
  const wanted = new URLSearchParams(useSearch()).get('view');
  const period = periods.find((one) => one === wanted) ?? 'month';
  const now = serverNow();
  const days = daysOf(period, now);
  const query = useUsage(days);
  return (
    <ListPage
      title="Costs"
      intro={`${
        isStoredHereOnly()
          ? 'What the answers in this browser cost on your keys. You are not signed in: this is kept in this browser only.'
          : 'What the answers you asked for, or lent a key for, cost on your keys.'
      } Answers in temporary conversations count towards the budget only.`}
    >
      <ViewLinks
        label="Period"
        path="/costs"
        views={[
          { view: 'month', name: 'This month' },
          { view: 'last-month', name: 'Last month' },
          { view: 'year', name: '12 months' },
        ]}
        current={period}
      />
      {period === 'month' && (
        <div className={styles.budget}>
          <BudgetPart />
        </div>
      )}
      <QueryResult query={query} waiting="Adding up the costs">
        {(usage) => <Costs usage={usage} days={days} period={period} />}
      </QueryResult>
    </ListPage>
  );
}

interface CostsProps {
  usage: UsageTotals;
  days: Days;
  period: Period;
}

function Costs({ usage, days, period }: CostsProps) {
  const sum = total(usage.days);
  const when = period === 'year' ? 'the last 12 months' : monthName(days.from);
  if (sum.answers === 0) {
    return (
      <EmptyState
        title={`No answers in ${when}.`}
        actions={
          <Link href="/chat" asChild>
            <ButtonLink tone="accent">New conversation</ButtonLink>
          </Link>
        }
      >
        <p>Every answer adds its tokens, and its price where that is known. Days and months are in UTC.</p>
      </EmptyState>
    );
  }
  const isByMonth = period === 'year';
  const bars = barsOf(usage, days);
  return (
    <div className={styles.costs}>
      <section className={styles.total} aria-label={`Total of ${when}`}>
        <p className={styles.sum}>{totalWords(sum)}</p>
        <p className={styles.quiet}>
          in {when} · {sum.answers.toLocaleString()} {sum.answers === 1 ? 'answer' : 'answers'} ·{' '}
          {tokensInWords(sum.input)} tokens in · {tokensInWords(sum.output)} out
        </p>
        {costNotes(sum).map((note) => (
          <p key={note} className={styles.quiet}>
            {note}
          </p>
        ))}
      </section>
      {bars.some(({ micros }) => micros > 0) && (
        <Chart
          by={isByMonth ? 'month' : 'day'}
          bars={bars}
          nameOf={({ day }) => (isByMonth ? monthName(day) : dayName(day))}
          shortNameOf={({ day }) => (isByMonth ? shortMonthName(day) : shortDayName(day))}
        />
      )}
      <Breakdown usage={usage} when={when} isByMonth={isByMonth} />
      <p className={styles.quiet}>
        As reported by the provider, or at its list price on the day of the answer. Days and months are in
        UTC, as providers bill them.
      </p>
    </div>
  );
}

function daysOf(period: Period, now: number): Days {
  if (period === 'year') return yearTo(now);
  return utcMonthOf(now, period === 'month' ? 0 : 1);
}
