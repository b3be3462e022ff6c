import { describe, expect, test } from 'vitest';
import { copiedTable, isFormula } from './copied-table.ts';

const none = Object.create(null);

describe('a table is copied', () => {
  test('as a table, and as lines of cells separated by tabs [CODE-12]', () => {
    expect(
      copiedTable(
        ['Name', 'Count'],
        [
          ['**red** apples', '3'],
          ['a<br>b', '`x`\ty'],
        ],
        none,
      ),
    ).toEqual({
      text: 'Name\tCount\nred apples\t3\na b\tx y',
      html:
        '<table><thead><tr><th>Name</th><th>Count</th></tr></thead><tbody>' +
        '<tr><td><strong>red</strong> apples</td><td>3</td></tr>' +
        '<tr><td>a<br>b</td><td><code>x</code>\ty</td></tr></tbody></table>',
    });
  });

  test('without anything that could run where it is pasted [CODE-12]', () => {
    const { html } = copiedTable(
      null,
      [['<img src=x onerror=alert(1)>', '[a](javascript:alert(1)) [b](https://example.com/?"><script>)']],
      none,
    );
    expect(html).not.toMatch(/<(?!\/?(?:table|tbody|tr|td|a)\b)|href="(?!https)/);
  });

  test.each([
    '=1+1',
    '=HYPERLINK("https://x")',
    '+A1',
    '-A1+2',
    '@SUM(1)',
    '+cmd|x!A1',
    '-2+3',
    '＝1+1',
    '- item 1',
  ])('and %j is not computed where it is pasted [CODE-13]', (cell) => {
    expect(isFormula(cell)).toBe(true);
    expect(copiedTable(null, [[cell.replaceAll('|', '\\|')]], none).text).toMatch(/^'/);
  });

  test('nor is a later line of a cell, which starts another cell in some programs [CODE-13]', () => {
    const cells = ['Total<br>=WEBSERVICE(A1)', '=A1<br>=A2', '-<br>A1+2', '5<br>=<br>a = b'];
    expect(copiedTable(null, [cells], none)).toEqual({
      text: "Total =WEBSERVICE(A1)\t'=A1 =A2\t'- A1+2\t5 = a = b",
      html:
        "<table><tbody><tr><td>Total<br>'=WEBSERVICE(A1)</td><td>'=A1<br>'=A2</td>" +
        "<td>'-<br>A1+2</td><td>5<br>=<br>a = b</td></tr></tbody></table>",
    });
  });

  test.each([
    '-5',
    '+3.2%',
    '-1,000.50',
    '-€5',
    '- 7',
    '-1e-9',
    '+12 kg',
    '-',
    '--',
    '=',
    '@ada',
    'a = b',
    '−5',
    '-5 °C',
  ])('and %j stays as it is [CODE-13]', (cell) => expect(isFormula(cell)).toBe(false));
});
