export { EncodingQuestions } from './encoding-questions.tsx';
