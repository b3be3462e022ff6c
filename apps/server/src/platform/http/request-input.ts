import type { Route } from '@polylogue/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { oneFile } from './one-file.ts';
import { refuse } from './refuse.ts';

export function schemaOf(route: Route, around: z.ZodType | undefined) {
  return {
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...('body' in route && route.body && { body: around ?? route.body }),
  };
}

export async function inputOf(request: FastifyRequest, route: Route): Promise<object> {
  const { params, query, body } = request;
  const file = 'file' in route && route.file ? { file: await oneFile(request, route.file) } : {};
  // Not through the framework, which would replace all headers with the validated ones.
  const headers = route.headers ? { headers: headersOf(request, route.headers) } : {};
  return { params, query, body, ...headers, ...file };
}

function headersOf(request: FastifyRequest, shape: z.ZodObject): object {
  const read = shape.safeParse(request.headers);
  return read.success ? read.data : refuse('bad-input', 'A header of this request cannot be read.');
}
