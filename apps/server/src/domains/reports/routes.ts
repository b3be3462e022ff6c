import { reportRoutes } from '@polylogue/contract';
import { type HttpDeps, serve } from '../../platform/http/serve.ts';
import type { ReportService } from './service.ts';

/** Reporting a person, a space or a message to the operator. */
export function serveReports(http: HttpDeps, reports: ReportService) {
  serve(http, reportRoutes, {
    report: async ({ body }, caller) => {
      await reports.report(body, caller);
      return {};
    },
  });
}
