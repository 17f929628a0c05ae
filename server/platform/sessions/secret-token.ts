import { createHash, randomBytes } from 'node:crypto';

/**
 * Tokens of sessions, challenges, trusted devices and mail links: 32 random bytes in base64url. Only their hash
 * is stored; a fast one is enough, because nobody guesses 256 bits.
 */
const tokenBytes = 32;
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** What tokens of integrations begin with, so that one is never taken for a session of the portal, nor looked up as one. */
const integrationPrefix = 'mzi_';
export const newIntegrationToken = (): string => integrationPrefix + newToken();
export const isIntegrationToken = (text: string): boolean =>
  text.startsWith(integrationPrefix) && isToken(text.slice(integrationPrefix.length));

/** Whether a text can be a token at all, so that nothing else reaches the database. */
export const isToken = (text: string): boolean => tokenShape.test(text);

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
