import { randomBytes } from 'node:crypto';
import { CFB } from '@e965/xlsx';

/**
 * For tests: workbooks that a password locks, as Office writes them. What is encrypted is random here, as nobody reads it; what
 * tells that it is encrypted ([MS-OFFCRYPTO] 2.1 and 2.3, [MS-XLS] 2.4.117) is not.
 */
interface CfbTools {
  utils: { cfb_new: () => unknown; cfb_add: (cfb: unknown, path: string, content: Buffer) => void };
  read: (bytes: Buffer, options: { type: 'buffer' }) => unknown;
  find: (cfb: unknown, path: string) => { content: Buffer } | null;
  write: (cfb: unknown, options: { type: 'buffer' }) => Buffer;
}
const containers = CFB as CfbTools;

/** A text as these streams hold it: its length in bytes, then UTF-16, filled up to four bytes. */
function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return Buffer.concat([uint32(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

/** A locked .xlsx: an old container of what was encrypted, what it was encrypted by, and which stream that is. */
function lockedContainer(encryptionInfo: Buffer): Buffer {
  const cfb = containers.utils.cfb_new();
  const versions = uint32(1, 1, 1);
  const reference = Buffer.concat([
    uint32(1, 0),
    lengthPrefixed('EncryptedPackage'),
    lengthPrefixed('StrongEncryptionDataSpace'),
  ]);
  const map = Buffer.concat([uint32(8, 1), uint32(reference.length + 4), reference]);
  const space = Buffer.concat([uint32(8, 1), lengthPrefixed('StrongEncryptionTransform')]);
  const id = lengthPrefixed('{FF9A3F03-56EF-4613-BDD5-5A41C1D07246}');
  const transform = Buffer.concat([
    uint32(id.length + 8, 1),
    id,
    lengthPrefixed('Microsoft.Container.EncryptionTransform'),
    versions,
    uint32(0, 0, 0, 4),
  ]);
  const spaces = '/\u0006DataSpaces';
  const streams: [path: string, content: Buffer][] = [
    [`${spaces}/Version`, Buffer.concat([lengthPrefixed('Microsoft.Container.DataSpaces'), versions])],
    [`${spaces}/DataSpaceMap`, map],
    [`${spaces}/DataSpaceInfo/StrongEncryptionDataSpace`, space],
    [`${spaces}/TransformInfo/StrongEncryptionTransform/\u0006Primary`, transform],
    ['/EncryptionInfo', encryptionInfo],
    ['/EncryptedPackage', Buffer.concat([uint32(8_000, 0), randomBytes(8_016)])],
  ];
  for (const [path, content] of streams) containers.utils.cfb_add(cfb, path, content);
  return containers.write(cfb, { type: 'buffer' });
}

const random = (bytes: number): string => randomBytes(bytes).toString('base64');
const aes =
  'blockSize="16" keyBits="256" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"';

/** As Excel has written them since 2010. */
export const agileWorkbook = (): Buffer =>
  lockedContainer(
    Buffer.concat([
      uint32(0x0004_0004, 0x40),
      Buffer.from(
        `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData saltSize="16" hashSize="64" ${aes} saltValue="${random(16)}"/><dataIntegrity encryptedHmacKey="${random(64)}" encryptedHmacValue="${random(64)}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="100000" saltSize="16" hashSize="64" ${aes} saltValue="${random(16)}" encryptedVerifierHashInput="${random(16)}" encryptedVerifierHashValue="${random(64)}" encryptedKeyValue="${random(32)}"/></keyEncryptor></keyEncryptors></encryption>`,
      ),
    ]),
  );

/** As Excel 2007 and many programs write them, with an algorithm by its number (AES-128 is 0x660E). */
export function standardWorkbook(algorithm = 0x660e): Buffer {
  const provider = 'Microsoft Enhanced RSA and AES Cryptographic Provider\0';
  const header = Buffer.concat([
    uint32(0x24, 0, algorithm, 0x8004, 128, 0x18, 0, 0),
    Buffer.from(provider, 'utf16le'),
  ]);
  const verifier = Buffer.concat([uint32(16), randomBytes(32), uint32(20), randomBytes(32)]);
  return lockedContainer(Buffer.concat([uint32(0x0002_0003, 0x24, header.length), header, verifier]));
}

/** An old Excel file (BIFF) whose records are encrypted: behind its first one stands by what. */
export function lockedOldWorkbook(bytes: Buffer): Buffer {
  const cfb = containers.read(bytes, { type: 'buffer' });
  const stream = containers.find(cfb, '/Workbook');
  if (!stream) throw new Error('no workbook in the container');
  const content = Buffer.from(stream.content);
  const behindFirst = 4 + content.readUInt16LE(2);
  const filePass = Buffer.concat([Buffer.from([0x2f, 0, 54, 0, 1, 0, 1, 0, 1, 0]), randomBytes(48)]);
  stream.content = Buffer.concat([
    content.subarray(0, behindFirst),
    filePass,
    randomBytes(content.length - behindFirst),
  ]);
  return containers.write(cfb, { type: 'buffer' });
}
