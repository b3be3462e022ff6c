import { authRoutes } from '@polylogue/contract';
import type { ReplyTo } from '@polylogue/contract/client';
import { leavingHeaders } from '../../platform/http/headers.ts';
import { type HttpDeps, serve } from '../../platform/http/serve.ts';
import type { AuthService } from './service.ts';

export interface AuthRouteDeps {
  auth: AuthService;
  options: ReplyTo<'GET /api/auth/options'>;
}

const hour = 60 * 60 * 1000;
const done = async (work: Promise<unknown>) => {
  await work;
  return {};
};

/** Signing up, in and out; passwords and email addresses. */
export function serveAuth(http: HttpDeps, { auth, options }: AuthRouteDeps) {
  const { signIns, tokens, recovery, emails } = auth;

  serve(http, authRoutes, {
    options: async () => options,
    signin: ({ body }, visitor) => auth.signIn(body, visitor),
    signup: ({ body }, visitor) => auth.signUp(body, visitor),
    refresh: async ({ headers }, visitor) => {
      const renewed = await tokens.refresh(headers['x-refresh-token'], visitor);
      return {
        body: {},
        headers: { 'x-access-token': renewed.access_token, 'x-refresh-token': renewed.refresh_token },
      };
    },
    signout: async ({ headers }, caller) => ({
      body: await done(signIns.signOut(headers['x-refresh-token'], caller)),
      headers: leavingHeaders,
    }),
    forgotPassword: ({ body }, visitor) => done(recovery.forgot(body.email, visitor)),
    resetPassword: ({ body }, visitor) => done(recovery.reset(body.token, body.password, visitor)),
    sendVerification: (_, caller) => done(emails.sendVerification(caller)),
    verify: ({ query }, visitor) => emails.verify(query.code, visitor),
    signIns: async (_, caller) => ({ sign_ins: await signIns.list(caller) }),
    endSignIns: ({ body }, caller) => done(recovery.endSignIns(body, caller)),
    changeEmail: ({ body }, caller) => done(emails.change(body, caller)),
    confirmEmail: ({ body }, visitor) => emails.confirm(body.code, visitor),
    undoEmail: ({ body }, visitor) => emails.undo(body.code, visitor),
  });

  const { app } = http;
  const sweeper = setInterval(
    () => auth.sweep().catch((error) => app.log.error({ err: error }, 'sweep')),
    hour,
  ).unref();
  app.addHook('onReady', async () => void (await auth.begin()));
  app.addHook('onClose', async () => clearInterval(sweeper));
}
