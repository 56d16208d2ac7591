import { type Entry, firstBytes, headerBytes, writeDirectory } from './pmtiles.ts'

/** Entries in a leaf at first; more where the root would not fit otherwise. */
const leastLeafEntries = 4_096

/**
 * The directories of an archive: one where it fits after the header, else a root that points to leaves.
 * @param entries by their numbers
 */
export function writeDirectories(
  entries: readonly Entry[],
  gzip: (bytes: Uint8Array) => Uint8Array,
): { root: Uint8Array; leaves: Uint8Array } {
  const most = firstBytes - headerBytes
  const whole = entries.length <= most ? gzip(writeDirectory(entries)) : null
  if (whole && whole.length <= most) return { root: whole, leaves: new Uint8Array() }
  for (let size = leastLeafEntries; ; size = Math.ceil(size * 1.2)) {
    const pointers: Entry[] = []
    const leaves: Uint8Array[] = []
    let offset = 0
    for (let at = 0; at < entries.length; at += size) {
      const leaf = gzip(writeDirectory(entries.slice(at, at + size)))
      pointers.push({ id: entries[at]!.id, run: 0, offset, length: leaf.length })
      leaves.push(leaf)
      offset += leaf.length
    }
    const root = gzip(writeDirectory(pointers))
    if (root.length <= most) return { root, leaves: joined(leaves, offset) }
  }
}

/** Consecutive tiles of equal bytes share an entry. */
export function addEntry(entries: Entry[], { id, offset, length }: Omit<Entry, 'run'>): void {
  const last = entries.at(-1)
  if (last && last.id + last.run === id && last.offset === offset && last.length === length) last.run++
  else entries.push({ id, run: 1, offset, length })
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
