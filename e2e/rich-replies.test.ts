import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';

const drawn = '.katex-html';
const formulas =
  String.raw`The energy is $E = mc^2$, so \(a_1 * b_1 * c_1\) too.

$$
\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}
$$

1. In a list:
   \[
   \begin{pmatrix} a & b \\ c & d \end{pmatrix}
   \]
2. and a table

| sum | price |
|---|---|
| $\sum_i x_i$ | $5 |
| $|x|$ | $6 |

> \[ x < y \]

` + '```math\n\\sqrt{2}\n```\n';

test('formulas are drawn, in sentences and on lines of their own [RICH-01] @phone', async ({
  page,
  chat,
}) => {
  await chat.open();
  const reply = await chat.ask(`/say ${formulas}`);
  await expect(reply.locator(drawn)).toHaveCount(8);
  await expect(reply.locator('math annotation').first()).toHaveText('E = mc^2');
  await expect(reply.locator('li math mtable')).toHaveCount(1);
  await expect(reply.locator('blockquote math')).toHaveCount(1);
  await expect(reply.getByRole('cell').locator('math')).toHaveCount(2);
  await expect(reply.locator('em')).toHaveCount(0);
  await expectClean(page);
});
