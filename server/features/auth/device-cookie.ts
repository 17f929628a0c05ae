import type {} from '@fastify/cookie';
import { trustedDeviceDays } from '@mizan/contract/auth.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceCookie } from './auth.service.ts';

/**
 * The trusted-device cookie (rules S7 and S9): 30 days, Secure, SameSite=None. Scripts never
 * see it, and only sign-in reads it. '__Host-' keeps a page of a neighbouring host name from planting one; it
 * asks for the path '/'.
 */
export const deviceCookieName = '__Host-mizan_device';
const options = { path: '/', httpOnly: true, secure: true, sameSite: 'none' } as const;
const maxAge = trustedDeviceDays * 24 * 60 * 60;

export const readDeviceCookie = (request: FastifyRequest): string | null =>
  request.cookies[deviceCookieName] ?? null;

export function writeDeviceCookie(reply: FastifyReply, device: DeviceCookie): void {
  reply.setCookie(deviceCookieName, device.token, { ...options, maxAge });
}

export function clearDeviceCookie(reply: FastifyReply): void {
  reply.clearCookie(deviceCookieName, options);
}
