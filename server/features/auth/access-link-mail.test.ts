import { expect, test } from 'vitest';
import { accessLinkMail } from './auth.mails.ts';

test('the name that owners give their business begins no line of the mail, and turns no direction', () => {
  const link = 'https://portal.example/link';
  const merchant = 'Mizan.\n\nYour account is locked\u202e, write to us\r\n';
  const { subject, text } = accessLinkMail('a@mizan.test', 'en', { link, merchant });
  const plain = accessLinkMail('a@mizan.test', 'en', { link, merchant: 'Diyar' });
  expect(subject).not.toMatch(/[\r\n\u202e]/);
  expect(text).not.toContain('\u202e');
  expect(text.split('\n')).toHaveLength(plain.text.split('\n').length);
});
