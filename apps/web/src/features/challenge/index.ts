export { Challenge, type ChallengeHandle } from './challenge.tsx';
