import 'reflect-metadata'
import { createPublicKey, type KeyObject } from 'node:crypto'
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { pemOf } from './example-keys.ts'

/** Certificates as an authority on this machine issues them: root, one in between, and the one that was asked for. */
export interface FakeAuthority {
  /** PEM. */
  root: string
  /** @returns the certificate and the one in between, PEM */
  issue(subject: FakeSubject): Promise<string>
}

export interface FakeSubject {
  name: string
  key: KeyObject
  fromTime?: number
  toTime?: number
}

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const validity = { notBefore: new Date('2020-01-01'), notAfter: new Date('2060-01-01') }
const authorityExtensions = [
  new BasicConstraintsExtension(true, undefined, true),
  new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
]

/** @param toTime when the authority in between ends */
export async function makeAuthority(toTime?: number): Promise<FakeAuthority> {
  const newKeys = () => crypto.subtle.generateKey(curve, true, ['sign', 'verify'])
  const [keys, betweenKeys] = [await newKeys(), await newKeys()]
  const [rootName, betweenName] = ['CN=Example Root', 'CN=Example Authority']
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: rootName,
    ...validity,
    signingAlgorithm: curve,
    keys,
    extensions: authorityExtensions,
  })
  const between = await X509CertificateGenerator.create({
    serialNumber: '02',
    subject: betweenName,
    issuer: rootName,
    ...datesOf({ toTime }),
    signingAlgorithm: curve,
    publicKey: betweenKeys.publicKey,
    signingKey: keys.privateKey,
    extensions: authorityExtensions,
  })
  return {
    root: root.toString('pem'),
    async issue(subject) {
      const issued = await X509CertificateGenerator.create({
        serialNumber: '03',
        subject: `CN=${subject.name}`,
        issuer: betweenName,
        ...datesOf(subject),
        signingAlgorithm: curve,
        publicKey: await publicKeyOf(subject.key),
        signingKey: betweenKeys.privateKey,
      })
      return `${issued.toString('pem')}\n${between.toString('pem')}\n`
    },
  }
}

/** A certificate that the holder of another one issued, who may not. */
export async function issuedBy(issuer: FakeSubject, subject: FakeSubject): Promise<string> {
  const issued = await X509CertificateGenerator.create({
    serialNumber: '05',
    subject: `CN=${subject.name}`,
    issuer: `CN=${issuer.name}`,
    ...datesOf(subject),
    signingAlgorithm: rsa,
    publicKey: await publicKeyOf(subject.key),
    signingKey: await privateKeyOf(issuer.key),
  })
  return `${issued.toString('pem')}\n`
}

/** A certificate that vouches for itself, PEM. */
export async function selfSigned(subject: FakeSubject): Promise<string> {
  const made = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '04',
    name: `CN=${subject.name}`,
    ...datesOf(subject),
    signingAlgorithm: rsa,
    keys: { privateKey: await privateKeyOf(subject.key), publicKey: await publicKeyOf(subject.key) },
    extensions: authorityExtensions,
  })
  return made.toString('pem')
}

const datesOf = ({ fromTime, toTime }: Pick<FakeSubject, 'fromTime' | 'toTime'>) => ({
  notBefore: fromTime === undefined ? validity.notBefore : new Date(fromTime),
  notAfter: toTime === undefined ? validity.notAfter : new Date(toTime),
})

function privateKeyOf(key: KeyObject) {
  const der = key.export({ type: 'pkcs8', format: 'der' })
  return crypto.subtle.importKey('pkcs8', der, rsa, true, ['sign'])
}

function publicKeyOf(key: KeyObject) {
  const der = createPublicKey(pemOf(key)).export({ type: 'spki', format: 'der' })
  return crypto.subtle.importKey('spki', der, rsa, true, ['verify'])
}
