import { expect, test } from 'vitest';
import { injections } from '../testing/injections.ts';
import { lender, offer, post } from '../testing/lender.ts';

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const secret = 'canary';

/** Everything sent to the provider in a space where a member wrote this text. */
async function request(words: string) {
  const rows = [
    post(1, 'eve', `${secret} off the record`, { is_off_record: true }),
    post(2, 'mallory', `${secret} of a blocked person`),
    post(3, 'eve', secret, { deleted_at: 5 }),
    post(4, 'ben', words),
    post(5, 'eve', 'I see.', { reply_to: 'm4' }),
    post(6, 'ada', 'What is a torch?'),
    post(7, 'ben', `${secret} of later`),
  ];
  const { receive, emit, end, questions, sent } = lender({ rows, blocked: ['mallory'] });
  await receive(offer({ question_id: 'm6', reads_until: 6 }));
  // A model that follows an injected instruction can only write text.
  await emit({ type: 'text', text: words });
  await end();
  return { questions, sent };
}

test('there are thirty injections', () => {
  expect(new Set(injections).size).toBe(30);
});

test.each(injections)(
  'whatever people write is sent as text, each line with its author, and changes nothing else: %j [TORCH-04]',
  async (injection) => {
    const { questions, sent } = await request(injection);
    const plain = await request('Hello.');
    expect(questions).toHaveLength(1);
    const [mine, other] = [questions[0]?.messages ?? [], plain.questions[0]?.messages ?? []];
    const lines = injection.split(lineEnds).map((line) => `[3 ben] ${line}`);
    expect(mine[0]).toEqual({ role: 'user', parts: [{ type: 'text', text: lines.join('\n') }] });
    // The answer to it quotes it on one line.
    const quoting = mine[1]?.parts[0];
    const quoted = quoting?.type === 'text' ? quoting.text.split(lineEnds) : [];
    expect(quoted).toEqual([expect.stringMatching(/^\[2 eve\] \(in answer to ben: “/), '[2 eve] I see.']);
    expect(mine.slice(2)).toEqual(other.slice(2));
    // Byte for byte, nothing but the messages differs: model, instructions, limits.
    const { maxTokens, ...rest } = { ...questions[0], messages: [] };
    const { maxTokens: longest = 0, ...others } = { ...plain.questions[0], messages: [] };
    expect(JSON.stringify(rest)).toBe(JSON.stringify(others));
    expect(maxTokens).toBeLessThanOrEqual(longest);
    expect(JSON.stringify(questions)).not.toContain(secret);
    expect(sent.map(({ type }) => type).filter((type) => type !== 'append')).toEqual(
      plain.sent.map(({ type }) => type).filter((type) => type !== 'append'),
    );
  },
);
