import { otherHost, type ProviderSetting, providerOf } from '../../keys/index.ts';

interface Suggestion {
  title: string;
  /** What it writes in the box. */
  text: string;
}

type Feature = ReturnType<typeof providerOf>['features'][number];

const byFeature: Readonly<Record<Feature, Suggestion>> = {
  'Code generation': {
    title: 'Write a small script',
    text: 'Write a script that renames my photos by the date they were taken, and explain each step.',
  },
  Math: {
    title: 'Work out a loan',
    text: 'I want to borrow 12,000 at 4% a year and pay it back over five years. Work out the monthly payment step by step.',
  },
  'Creative writing': {
    title: 'Tell me a story',
    text: 'Write a story of one page about a lighthouse keeper who receives a letter meant for somebody else.',
  },
  Analysis: {
    title: 'Compare two choices',
    text: 'Compare renting a home with buying one in a table, then tell me what the decision depends on.',
  },
  'Long context': {
    title: 'Sum up a long text',
    text: 'Sum up the following text in five sentences, then list the questions it leaves open:\n\n',
  },
  'Real-time knowledge': {
    title: 'Catch up on the news',
    text: 'What has happened this week that people will still be talking about in a year?',
  },
};

/** For any model. */
const general: readonly Suggestion[] = [
  {
    title: 'Plan five dinners',
    text: 'Plan five quick dinners for two, without fish, and write the shopping list.',
  },
  {
    title: 'Explain it twice',
    text: 'Explain how a vaccine works: first to a child of eight, then to a student of biology.',
  },
  {
    title: 'Draft a letter',
    text: 'Draft a polite letter to my landlord: the heating has been off for a week.',
  },
  {
    title: 'Practise a language',
    text: 'Let us practise Spanish. You are the waiter and I am the guest: greet me, and correct my mistakes as we go.',
  },
];

/** Four questions to begin with, of the kinds that the model is good at; a server of one's own may run any model. */
export function suggestionsFor(setting: ProviderSetting): readonly Suggestion[] {
  const features = otherHost(setting) === null ? providerOf(setting.type).features : [];
  return [...features.map((feature) => byFeature[feature]), ...general].slice(0, 4);
}
