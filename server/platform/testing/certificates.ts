// x509 is built with decorators, which want this before it.
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  type Extension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its key, as PEM. */
export interface Identity {
  certificate: string;
  key: string;
}

/** An authority of a test's own. */
export interface TestAuthority {
  certificate: string;
  /** A certificate under a common name; with a host name, one that this host shows. */
  issue(commonName: string, hostName?: string): Promise<Identity>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 24 * 60 * 60_000;
/** From yesterday until tomorrow: no test lives longer. */
const validity = () => ({
  notBefore: new Date(Date.now() - dayMs),
  notAfter: new Date(Date.now() + dayMs),
});
const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
let serial = 0;
const nextSerial = (): string => (serial += 1).toString(16).padStart(2, '0');

async function identityOf(certificate: X509Certificate, { privateKey }: CryptoKeyPair): Promise<Identity> {
  const key = await crypto.subtle.exportKey('pkcs8', privateKey);
  return {
    certificate: certificate.toString('pem'),
    key: PemConverter.encode(key, PemConverter.PrivateKeyTag),
  };
}

/** Makes an authority that signs what a test needs. Real certificates, which nobody else trusts. */
export async function testAuthority(): Promise<TestAuthority> {
  const keys = await newKeys();
  const issuer = 'CN=Test authority';
  const root = await X509CertificateGenerator.createSelfSigned({
    name: issuer,
    keys,
    signingAlgorithm: algorithm,
    serialNumber: nextSerial(),
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
    ...validity(),
  });
  return {
    certificate: root.toString('pem'),
    async issue(commonName, hostName) {
      const own = await newKeys();
      const extensions: Extension[] = hostName
        ? [new SubjectAlternativeNameExtension([{ type: 'dns', value: hostName }])]
        : [];
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${commonName}`,
        issuer,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        serialNumber: nextSerial(),
        extensions,
        ...validity(),
      });
      return identityOf(certificate, own);
    },
  };
}
