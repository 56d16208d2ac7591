import type { MediaFacts } from '@trackway/protocols/protocol.ts'

export type FileKind = 'image' | 'audio' | 'video' | 'other'

/** What a file is, by its first bytes and nothing else. */
export interface FileType {
  kind: FileKind
  contentType: string
}

interface Signature extends FileType {
  /** A byte that may be anything is -1. */
  bytes: readonly number[]
  /** Long enough to be found behind what some devices put in front. */
  isStrong?: true
}

const ascii = (text: string) => [...text].map((letter) => (letter === '?' ? -1 : letter.charCodeAt(0)))
const signature = (kind: FileKind, contentType: string, bytes: readonly number[]): Signature => ({
  kind,
  contentType,
  bytes,
})
const strong = (kind: FileKind, contentType: string, bytes: readonly number[]): Signature => ({
  kind,
  contentType,
  bytes,
  isStrong: true,
})

/** Neither HTML nor SVG is among them: what is none of these is only downloaded. */
const signatures: readonly Signature[] = [
  strong('image', 'image/jpeg', [0xff, 0xd8, 0xff]),
  strong('image', 'image/png', [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]),
  strong('audio', 'audio/amr', ascii('#!AMR\n')),
  strong('audio', 'audio/amr-wb', ascii('#!AMR-WB\n')),
  strong('audio', 'audio/wav', ascii('RIFF????WAVE')),
  strong('video', 'video/x-msvideo', ascii('RIFF????AVI ')),
  signature('audio', 'audio/mp4', ascii('????ftypM4A')),
  signature('video', 'video/mp4', ascii('????ftyp')),
  signature('audio', 'audio/mpeg', ascii('ID3')),
  signature('audio', 'audio/mpeg', [0xff, 0xfb]),
  signature('audio', 'audio/mpeg', [0xff, 0xf3]),
  signature('audio', 'audio/mpeg', [0xff, 0xf2]),
  signature('audio', 'audio/aac', [0xff, 0xf1]),
  signature('audio', 'audio/aac', [0xff, 0xf9]),
  signature('audio', 'audio/ogg', ascii('OggS')),
  signature('image', 'image/tiff', [...ascii('II*'), 0]),
  signature('image', 'image/tiff', [...ascii('MM'), 0, ...ascii('*')]),
  signature('video', 'video/x-ms-wmv', [0x30, 0x26, 0xb2, 0x75]),
]

/** Most that devices were seen to put in front of a file. */
const longestPrefix = 64
const headBytes = longestPrefix + 16

const isAt = (bytes: Uint8Array, at: number, { bytes: expected }: Signature): boolean =>
  expected.every((byte, index) => byte === -1 || bytes[at + index] === byte)

/** Where the file begins in these first bytes, and what it is; null: of no type that is known. */
function recognise(head: Uint8Array): { start: number; type: FileType | null } {
  const first = signatures.find((each) => isAt(head, 0, each))
  if (first !== undefined) return { start: 0, type: first }
  for (let start = 1; start <= longestPrefix; start++) {
    const found = signatures.find((each) => each.isStrong && isAt(head, start, each))
    if (found !== undefined) return { start, type: found }
  }
  return { start: 0, type: null }
}

/** The type of a file that comes piece by piece, and its bytes without what stood before them. */
export async function readFileType(
  source: AsyncIterable<Uint8Array>,
  facts: MediaFacts,
): Promise<FileType & { bytes: AsyncIterable<Uint8Array> }> {
  const pieces = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < headBytes) {
    const { value, done } = await pieces.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const { start, type } = recognise(head)
  const { kind, contentType } = type ?? { kind: 'other', contentType: 'application/octet-stream' }
  return { kind: type === null ? (facts.kind ?? kind) : kind, contentType, bytes: rest() }

  async function* rest(): AsyncGenerator<Uint8Array> {
    yield head.subarray(start)
    for (;;) {
      const { value, done } = await pieces.next()
      if (done) return
      yield value
    }
  }
}
