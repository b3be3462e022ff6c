import { describe, expect, test } from 'vitest';
import { rateLimits } from '../../platform/limits/limits.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { connect } from '../../testing/sockets.ts';
import { inSpaces } from './testing.ts';

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('who floods a space is held up alone: others write and read on, and what was accepted arrives once [FAULT-20]', async () => {
    const circle = await startWithCircle(dialect, ['olga', 'ben'], { rateLimits });
    const { olga, ben } = circle;
    const [flooder, other] = [inSpaces(circle, olga), inSpaces(circle, ben)];
    const id = await flooder.make({ visibility: 'public' });
    expect((await other.join(id)).status).toBe(200);
    const reader = await connect(circle, ben.token, { [id]: 0 });
    const flooding = await connect(circle, olga.token, { [id]: 0 });

    const flood = Array.from({ length: 100 }, (_, at) => flooder.post(id, `Flood ${at}`));
    for (let sent = 0; sent < 1_000; sent++) flooding.send({ type: 'typing', feed: id });
    for (let at = 0; at < 5; at++) expect((await other.post(id, `Ben ${at}`)).status).toBe(200);
    expect(await flooding.closed).toBe(1008);

    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    const accepted = statuses.filter((status) => status === 200).length;
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThanOrEqual(rateLimits.post.account.calls);
    // 503: a database that is held up refuses what has waited too long.
    expect([200, 429, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]));
    const { head, messages } = (await other.changes(id)).body;
    const written = messages.flatMap((row) => ('body' in row && row.kind === 'post' ? row.body : []));
    expect(written).toHaveLength(accepted + 5);
    await reader.next('feed', ({ seq }) => seq === head);
    expect((await circle.call('GET', '/readyz')).status).toBe(200);
  });
});
