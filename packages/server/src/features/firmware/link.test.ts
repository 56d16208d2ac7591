import { expect, test } from 'vitest'
import { useSecretKey } from '../../platform/secrets.ts'
import { linkPath, pathWith, readLink, type SignedLink } from './link.ts'

const link: SignedLink = { fileId: 9, terminalId: '356307042441013', expireSeconds: 1_795_000_000 }

const partsOf = (path: string) => {
  const [file = '', device = '', expiry = '', signature = ''] = path.split('/').slice(2)
  return { file, device, expiry, signature }
}

test('a link is short, and signed over file, device and expiry', () => {
  expect(pathWith('trackway-demo-key', link)).toBe('/f/9/3iat71hsfp/top2v4/AgO3NMQOeapiwQE-')
})

test.each(['356307042441013', '013912345678', '12345678901234567890', 'van 12'])(
  'a link for %s is read',
  (terminalId) => {
    useSecretKey(Buffer.alloc(32, 7))
    expect(readLink(partsOf(linkPath({ ...link, terminalId })))).toEqual({ ...link, terminalId })
  },
)

test('a link that was changed anywhere is none', () => {
  useSecretKey(Buffer.alloc(32, 7))
  const parts = partsOf(linkPath(link))
  for (const [name, text] of Object.entries(parts))
    for (const other of [
      '',
      '0',
      `${text}0`,
      text.slice(1),
      text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ])
      expect(readLink({ ...parts, [name]: other }), `${name} ${other}`).toBeNull()
})

test('a link of the key before still holds', () => {
  useSecretKey(Buffer.alloc(32, 7))
  const parts = partsOf(linkPath(link))
  useSecretKey(Buffer.alloc(32, 8), Buffer.alloc(32, 7))
  expect(readLink(parts)).toEqual(link)
  useSecretKey(Buffer.alloc(32, 8))
  expect(readLink(parts)).toBeNull()
})
