/** Whether a place in a Markdown text is in code: in a block between fences, an indented line, or between backticks. */
export function isCodeAt(text: string): (at: number) => boolean {
  let blocks: Range[] | undefined;
  return (at) => {
    const line = text.lastIndexOf('\n', at - 1) + 1;
    if (/^( {4}|\t)/.test(text.slice(line, line + 4))) return true;
    blocks ??= fencedBlocks(text);
    if (isWithin(blocks, at)) return true;
    const from = Math.max(line, at - around);
    const end = text.indexOf('\n', at);
    const to = Math.min(end < 0 ? text.length : end, at + around);
    return isWithin(codeSpans(text.slice(from, to)), at - from);
  };
}

/** How much of a line is looked at on either side, in code units: some lines are a whole book. */
const around = 2_000;

type Range = readonly [from: number, to: number];

const isWithin = (ranges: readonly Range[], at: number) => ranges.some(([from, to]) => from <= at && at < to);

/** From the opening fence to the closing one. A fence that is never closed does not count. */
function fencedBlocks(text: string): Range[] {
  const blocks: Range[] = [];
  let open: { fence: string; from: number } | null = null;
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end + 1;
    const line = text.slice(from, Math.min(to, from + 200));
    const [, fence = '', info = ''] = /^[ \t>]{0,20}(`{3,100}|~{3,100})([^\n]*)/.exec(line) ?? [];
    if (open && fence.startsWith(open.fence) && info.trim() === '') {
      blocks.push([open.from, to]);
      open = null;
    } else if (!open && fence && !(fence.startsWith('`') && info.includes('`'))) {
      open = { fence, from };
    }
    from = to;
  }
  return blocks;
}

/** Between backticks: a span of code ends with as many of them as it began with. */
function codeSpans(line: string): Range[] {
  const runs = [...line.matchAll(/`+/g)].map((run) => ({ from: run.index, length: run[0].length }));
  const spans: Range[] = [];
  for (let index = 0; index < runs.length; index++) {
    const { from, length } = runs[index] as (typeof runs)[0];
    let end = index + 1;
    while (end < runs.length && runs[end]?.length !== length) end++;
    if (end === runs.length) continue;
    spans.push([from, runs[end]?.from ?? from]);
    index = end;
  }
  return spans;
}
