import type { Report } from '../domains/reports/service.ts';
import { type CliCommand, CommandError } from './command.ts';
import { alignColumns, shown, shownInstant } from './table.ts';

const most = 200;

export const reportCommands: readonly CliCommand[] = [
  {
    name: 'reports',
    usage: '[--closed]',
    summary: 'List the reports about people that have not been closed yet.',
    more: ['--closed   closed reports instead', `The newest ${most} are shown; times are UTC.`],
    words: [0, 0],
    options: { closed: { type: 'boolean' } },
    async run({ options: { closed = false } }, { reports, print }) {
      const review = await reports();
      const list = await review.list({ isClosed: closed === true, limit: most });
      if (list.length === 0)
        return print(closed ? 'No reports have been closed yet.' : 'There are no open reports.');
      const rows = list.map(({ reported, reporter, reason, createdAt, reportId }) => [
        shown(reported.username),
        reason,
        shown(reporter?.username ?? removedAccount),
        shownInstant(createdAt),
        reportId,
      ]);
      for (const line of alignColumns([['REPORTED', 'REASON', 'BY', 'AT', 'ID'], ...rows])) print(line);
    },
  },
  {
    name: 'report',
    usage: '<id of a report>',
    summary: 'Show one report: who, why, their words, and what the reported person showed them at the time.',
    words: [1, 1],
    async run({ words: [id = ''] }, { reports, print }) {
      const report = (await (await reports()).find(id)) ?? none(id);
      for (const line of alignColumns(rowsOf(report))) print(line);
    },
  },
  {
    name: 'close-report',
    usage: '<id of a report>',
    summary: 'Close a report once it is dealt with.',
    more: ['It stays, and "reports --closed" lists it. No one is notified.'],
    words: [1, 1],
    async run({ words: [id = ''] }, { reports, print, note }) {
      const review = await reports();
      const report = (await review.find(id)) ?? none(id);
      const isDone = await review.close(id);
      if (isDone) note('report-closed', { subject: report.reported.userId });
      print(`The report about ${shown(report.reported.username)} is ${isDone ? '' : 'already '}closed.`);
    },
  },
];

const removedAccount = '(account removed)';

function rowsOf({ reported, reporter, reason, details, snapshot, createdAt, closedAt }: Report): string[][] {
  const shownText = (text: string | null) => shownLines(text || '–');
  const rows: [string, string][] = [
    ['REPORTED', `${shown(reported.username)} (${reported.userId})`],
    ['BY', reporter ? `${shown(reporter.username)} (${reporter.userId})` : removedAccount],
    ['AT', `${shownInstant(createdAt)} UTC`],
    ['CLOSED', closedAt === null ? 'no' : `${shownInstant(closedAt)} UTC`],
    ['REASON', reason],
    ['DETAILS', shownText(details)],
    ['', ''],
    ['SHOWN THEN', ''],
    ['  username', shownText(snapshot.username)],
    ['  first name', shownText(snapshot.first_name)],
    ['  last name', shownText(snapshot.last_name)],
    ['  tagline', shownText(snapshot.tagline)],
    ['  bio', shownText(snapshot.bio)],
    ['  location', shownText(snapshot.location)],
    ['  picture', shownText(snapshot.profile_picture_url)],
    ['  cover', shownText(snapshot.cover_picture_url)],
    ...placeOf(snapshot),
  ];
  // Continuation lines of a text go below its first line.
  return rows.flatMap(([name, text]) => text.split('\n').map((line, at) => [at === 0 ? name : '', line]));
}

/** The space, and the message in it. */
function placeOf({ space, post }: Report['snapshot']): [string, string][] {
  if (!space) return [];
  const where: [string, string][] = [
    ['', ''],
    ['IN SPACE', `${shown(space.name)} (${space.space_id})`],
    ['  about', shownLines(space.about ?? '–')],
  ];
  if (!post) return where;
  return [
    ...where,
    ...(post.ai ? [['BY THE AI', byAi[post.ai]] satisfies [string, string]] : []),
    ...(post.is_author_gone
      ? [['WRITTEN BY', `${removedAccount}; the reported person owns the space`] satisfies [string, string]]
      : []),
    ['POSTED', `${shownInstant(post.created_at)} UTC${post.edited_at === null ? '' : ' (edited)'}`],
    ['  text', shownLines(post.body)],
    ['  files', shownLines(post.files.map(({ name, file_id }) => `${name} (${file_id})`).join('\n') || '–')],
  ];
}

const byAi = {
  answered: "with the reported person's key, in their browser",
  asked: 'asked by the reported person',
};

const shownLines = (text: string) => text.split('\n').map(shown).join('\n');

function none(id: string): never {
  throw new CommandError(`There is no report ${id}. npm run admin -- reports lists those that are open.`);
}
