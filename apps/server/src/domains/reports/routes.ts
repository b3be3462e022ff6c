import { reportRoutes } from '@polylogue/contract';
import { type Door, serve } from '../../platform/http/serve.ts';
import type { ReportService } from './service.ts';

/** Telling whoever runs the server about somebody. */
export function reports(door: Door, reports: ReportService) {
  serve(door, reportRoutes, {
    report: async ({ body }, caller) => {
      await reports.report(body, caller);
      return {};
    },
  });
}
