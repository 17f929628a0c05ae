import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { openMailer } from './mailer.ts';

/** As much of an SMTP server as one mail needs: says yes to everything and keeps what came. */
function smtpServer(onMail: (mail: string) => void) {
  return createServer((socket: Socket) => {
    let data = '';
    let isReadingMail = false;
    socket.write('220 test\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      data += chunk;
      if (isReadingMail) {
        if (!data.endsWith('\r\n.\r\n')) return;
        onMail(data);
        isReadingMail = false;
        socket.write('250 taken\r\n');
      } else if (data.startsWith('DATA')) {
        isReadingMail = true;
        socket.write('354 go on\r\n');
      } else if (data.startsWith('QUIT')) socket.end('221 bye\r\n');
      else socket.write('250 yes\r\n');
      if (!isReadingMail || data.startsWith('DATA')) data = '';
    });
  });
}

const mails: string[] = [];
const server = smtpServer((mail) => mails.push(mail));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const mailer = openMailer({
  smtpUrl: `smtp://127.0.0.1:${port}`,
  host: 'portal.example.sa',
  clock: systemClock,
});
afterAll(() => {
  mailer.transport?.close();
  server.close();
});

test('SMTP_URL names the server that mails go to, Arabic ones too', async () => {
  await mailer.transport?.sendMail({
    from: mailer.from,
    to: 'sara@diyar.coffee',
    subject: 'رمز التحقق',
    text: '012345',
  });
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('From: Mizan <no-reply@portal.example.sa>');
  expect(mails[0]).toContain('To: sara@diyar.coffee');
  expect(mails[0]).toContain(`Subject: =?UTF-8?B?${Buffer.from('رمز التحقق').toString('base64')}?=`);
  expect(mails[0]).toContain('\r\n012345\r\n');
});

test('a line end in an address or a subject makes no header and no second reader', async () => {
  const before = mails.length;
  await mailer.transport?.sendMail({
    from: mailer.from,
    to: 'sara@diyar.coffee\r\nBcc: evil@example.com',
    subject: 'Code\r\nBcc: evil@example.com\r\n\r\nanother text',
    text: '012345',
  });
  const [head = '', body = ''] = mails[before]?.split('\r\n\r\n') ?? [];
  expect(head).not.toMatch(/^bcc:/im);
  expect(body).toContain('012345');
});

test('a server elsewhere gets no mail unencrypted', async () => {
  const host = 'portal.example.sa';
  // Reaches the server above, and is no name of this machine.
  const elsewhere = openMailer({ smtpUrl: `smtp://0.0.0.0:${port}`, host, clock: systemClock });
  const mail = { from: mailer.from, to: 'sara@diyar.coffee', subject: 'Code', text: '012345' };
  const before = mails.length;
  await expect(elsewhere.transport?.sendMail(mail)).rejects.toThrow(/SSL/);
  expect(mails).toHaveLength(before);
  elsewhere.transport?.close();
});
