import type { RoomApi } from '../engine/room-api.ts';

/** The requests that a test answers; every other one is rejected. */
export const apiWith = (used: Partial<RoomApi>): RoomApi =>
  new Proxy(used, {
    get: (api, name) =>
      api[name as keyof RoomApi] ?? (() => Promise.reject(new Error(`Not used: ${String(name)}.`))),
  }) as RoomApi;
