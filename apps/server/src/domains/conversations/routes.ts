import { conversationRoutes, recordRoutes, searchRoutes } from '@polylogue/contract';
import { scheduleMaintenance } from '../../platform/files/maintenance.ts';
import { type HttpDeps, serve } from '../../platform/http/serve.ts';
import type { ConversationService } from './service.ts';

export function serveConversations(http: HttpDeps, service: ConversationService) {
  http.app.addHook('onClose', service.stop);
  scheduleMaintenance(http.app, service);
  serve(http, conversationRoutes, {
    list: ({ query }, { userId }) => service.list(userId, query.before, query.limit),
    pull: ({ query }, caller) => service.pull(caller, query.after, query.wait, caller.disconnected),
    push: ({ body }, { userId }) => service.push(userId, body),
    usage: ({ query }, { userId }) => service.usage(userId, query),
    tail: ({ params, query }, { userId }) => service.tail(userId, params.conversation_id, query.tail),
    messages: ({ params, query }, { userId }) =>
      service.messages(userId, params.conversation_id, query.after, query.limit),
    keepFile: ({ params, file }, { userId }) =>
      service.keepFile(userId, params.message_id, Number(params.place), file),
    file: ({ params }, { userId }) => service.file(userId, params.message_id, Number(params.place)),
  });
  serve(http, recordRoutes, {
    list: ({ query }, { userId }) => service.records(userId, query.after),
    keepFile: ({ params, file }, { userId }) => service.keepRecordFile(userId, params.record_id, file),
    file: ({ params }, { userId }) => service.recordFile(userId, params.record_id),
  });
  serve(
    http,
    { messages: searchRoutes.messages },
    {
      messages: ({ body }, { userId }) => service.search(userId, body),
    },
  );
}
