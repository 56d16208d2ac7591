import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteWriter, readSequence, writeSequence } from './varints.ts'

/** Runs of zeros and of small numbers, and numbers of any length between them. */
const numbers = fc
  .array(
    fc.oneof(
      fc.record({
        of: fc.constantFrom(0, 0, 1, -63, -64),
        times: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(127, 128, 129, 300)),
      }),
      fc.record({ of: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), times: fc.constant(1) }),
    ),
    { maxLength: 30 },
  )
  .map((runs) => Int32Array.from(runs.flatMap(({ of, times }) => new Array<number>(times).fill(of))))

function written(values: Int32Array): Uint8Array {
  const writer = new ByteWriter(0)
  writeSequence(writer, values, values.length)
  return writer.finish()
}

test('any numbers come back, also to memory that was used before', () => {
  fc.assert(
    fc.property(numbers, fc.nat(3), fc.nat(3), (values, before, after) => {
      const sequence = written(values)
      const bytes = new Uint8Array([...new Array(before).fill(0), ...sequence, ...new Array(after).fill(0)])
      const read = new Int32Array(values.length).fill(7)
      expect(readSequence(bytes, before, before + sequence.length, read, read.length)).toBe(true)
      expect(read).toEqual(values)
    }),
    { numRuns: 500 },
  )
})

test('a sequence that is cut, too long, or of another count is refused', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      const bytes = written(values)
      const reads = (end: number, count: number, of = bytes) =>
        readSequence(of, 0, end, new Int32Array(count), count)
      const { length } = values
      for (let end = 0; end < bytes.length; end++) expect(reads(end, length, bytes.slice(0, end))).toBe(false)
      expect(reads(bytes.length, length + 1)).toBe(false)
      if (length > 0) expect(reads(bytes.length, length - 1)).toBe(false)
      expect(reads(bytes.length + 1, length, new Uint8Array([...bytes, 2]))).toBe(false)
    }),
  )
})
