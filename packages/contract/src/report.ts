import { z } from 'zod';
import { ItemId } from './item.ts';
import { defineRoutes } from './route.ts';
import { lines } from './text.ts';

export const ReportReason = z.enum(['spam', 'harassment', 'impersonation', 'inappropriate', 'other']);
export type ReportReason = z.infer<typeof ReportReason>;

export const reportRoutes = defineRoutes({
  report: {
    method: 'POST',
    path: '/api/v1/user/report',
    summary:
      'Report a person, a space or a message in it to the operator; the person reported is not notified',
    access: 'signed-in',
    limit: 'people',
    body: z.strictObject({
      /** Left out where a space is named: then it is who wrote the message, answered or asked the AI, or owns the space: also if the author’s account is gone. */
      reported_user_id: z.string().max(200).optional(),
      space_id: ItemId.optional(),
      message_id: ItemId.optional(),
      reason: ReportReason,
      details: lines(2000, 'Details').optional(),
    }),
    reply: z.object({}),
    refusals: ['not-found', 'too-many'],
  },
});
