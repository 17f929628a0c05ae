import cookies from '@fastify/cookie';
import { trustedDeviceDays } from '@mizan/contract/auth.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceCookie } from './auth.service.ts';

/**
 * The trusted-device cookie (specification, sections 7 and 9): 30 days, Secure, SameSite=None. Scripts never
 * see it, and only sign-in ever gets it.
 */
export const deviceCookieName = 'mizan_device';
const path = '/api/v1/auth';

export function readDeviceCookie(request: FastifyRequest): string | null {
  const header = request.headers.cookie;
  return header === undefined ? null : (cookies.parse(header)[deviceCookieName] ?? null);
}

export function writeDeviceCookie(reply: FastifyReply, device: DeviceCookie): void {
  const options = {
    path,
    httpOnly: true,
    secure: true,
    sameSite: 'none',
    maxAge: trustedDeviceDays * 86_400,
  } as const;
  reply.header(
    'set-cookie',
    cookies.serialize(deviceCookieName, device.token, { ...options, expires: device.expiresAt }),
  );
}

export function clearDeviceCookie(reply: FastifyReply): void {
  const options = { path, httpOnly: true, secure: true, sameSite: 'none', maxAge: 0 } as const;
  reply.header('set-cookie', cookies.serialize(deviceCookieName, '', options));
}
