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
