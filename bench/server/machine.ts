import { readFileSync } from 'node:fs';

const ticksASecond = 100;

/** Milliseconds of CPU that a process has used, all its threads together; NaN where the system does not say. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name, in brackets, and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksASecond;
  } catch {
    return Number.NaN;
  }
}

/** Megabytes of memory that a process has in use. */
export function memoryOf(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** Megabytes of memory that a process and those it started have in use; what they share counts once. */
export function memoryOfFamily(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + shareOf(one), 0);
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

function shareOf(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return (Number(kilobytes) * 1024) / 1e6;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
