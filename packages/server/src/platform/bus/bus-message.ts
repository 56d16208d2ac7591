import type { Subject, Subjects } from './bus.ts'

const [lengthBytes, formatBytes] = [3, 1]
const headBytes = lengthBytes + formatBytes

/** The format of the messages that this process writes, and the newest that it reads. */
export const messageFormat = 0

/**
 * The bytes of a message between processes: the length of a JSON text (3 bytes, little-endian), the format (1 byte),
 * the text, and after it `deviceIds` as 32-bit integers, little-endian. A commit of 10,000 devices is 40 kB.
 *
 * Processes of two versions may share a bus. What they say may gain a subject or a property, which older processes
 * pass over; anything else that changes is another format, which they ignore.
 */
export function encodeMessage(message: Subjects[Subject]): Uint8Array {
  const { deviceIds, ...rest } = { deviceIds: new Int32Array(), ...message }
  const text = Buffer.from(JSON.stringify(rest))
  const bytes = Buffer.alloc(headBytes + text.length + deviceIds.byteLength)
  bytes.writeUIntLE(text.length, 0, lengthBytes)
  bytes.writeUInt8(messageFormat, lengthBytes)
  bytes.set(text, headBytes)
  let at = headBytes + text.length
  for (const id of deviceIds) at = bytes.writeInt32LE(id, at)
  return bytes
}

/** Was it written by a process whose format this one does not know? */
export function isOfNewerFormat(data: Uint8Array): boolean {
  return (data[lengthBytes] ?? 0) > messageFormat
}

/** The message that `encodeMessage` made these bytes of. @throws when they are something else */
export function decodeMessage<S extends Subject>(subject: S, data: Uint8Array): Subjects[S] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const textEnd = headBytes + bytes.readUIntLE(0, lengthBytes)
  const rest = JSON.parse(bytes.toString('utf8', headBytes, textEnd))
  if (!/^device\.|^(alarm|command)\.changed$|^frame\.(watched|asked)$/.test(subject)) return rest
  const deviceIds = new Int32Array((bytes.length - textEnd) >> 2)
  for (let index = 0; index < deviceIds.length; index++)
    deviceIds[index] = bytes.readInt32LE(textEnd + index * 4)
  return { ...rest, deviceIds }
}
