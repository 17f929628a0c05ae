import type { Mail } from '../../platform/mail/mailer.ts';

/**
 * 'Mail to sara@diyar.coffee: Your Mizan verification code: 012345', for the terminal that the demo was started
 * in. For openMailer()'s onWritten, in the demo alone: elsewhere a code is nobody's but its reader's.
 */
export const mailLine = ({ to, subject, code, link }: Mail): string =>
  [`Mail to ${to}`, subject, code ?? link].filter((part) => part !== undefined).join(': ');
