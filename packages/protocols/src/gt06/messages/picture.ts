/** The X1 camera hands a picture over block by block, each requested by the server. Source: public frames of the X1. */
import { Writer } from '../../wire/writer.ts'
import type { Answer, Gt06Decoding } from '../decoding.ts'
import { seal } from '../envelope.ts'

const blockSize = 1024

const numberOf = ({ message }: Gt06Decoding, name: string): number => {
  const value = message.information?.[name]
  return typeof value === 'number' ? value : 0
}

/** Requests the first block of an announced picture. */
export const answerAnnouncement: Answer = (decoding) => {
  decoding.session.picture = {
    pictureId: numberOf(decoding, 'pictureId'),
    length: numberOf(decoding, 'pictureLength'),
  }
  requestBlock(decoding, 0)
}

/** Requests the block after the one just read. */
export const answerBlock: Answer = (decoding) => {
  if (decoding.session.picture?.pictureId !== numberOf(decoding, 'pictureId')) return
  requestBlock(decoding, numberOf(decoding, 'pictureOffset') + numberOf(decoding, 'blockLength'))
}

function requestBlock({ session, message }: Gt06Decoding, offset: number): void {
  const { picture } = session
  if (!picture || offset >= picture.length) {
    session.picture = null
    return
  }
  const writer = new Writer()
  writer.u32(picture.pictureId)
  writer.u32(offset)
  writer.u16(Math.min(blockSize, picture.length - offset))
  message.replies.push(seal(0x36, writer.done(), 0, false))
}
