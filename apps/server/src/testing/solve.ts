import type { ChallengeAction } from '@polylogue/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** Solves a challenge as a browser does; returns the value for X-Challenge-Token. Half a second of work. */
export async function solve(challenge: unknown): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Fetches a challenge from a running server and solves it. */
export async function solved(url: string, action: ChallengeAction): Promise<string> {
  return solve(await (await fetch(`${url}/api/challenge?action=${action}`)).json());
}
