/** The X1 camera hands a picture over block by block, each asked for by the server. */

import { seal } from '../envelope.ts'
import type { Draft } from '../layouts/draft.ts'
import type { Gt06Session } from '../session.ts'
import { Writer } from '../writer.ts'

const blockSize = 1024

const value = (draft: Draft, name: string) => {
  const said = draft.extra?.[name]
  return typeof said === 'number' ? said : 0
}

/** Asks for the first block of an announced picture, or for the one after the block just read. */
export function pictureReplies(draft: Draft, name: string, session: Gt06Session): Uint8Array[] {
  const pictureId = value(draft, 'pictureId')
  if (name === 'pictureInfo') {
    session.picture = { pictureId, length: value(draft, 'pictureLength') }
    return requestBlock(session, 0)
  }
  if (session.picture?.pictureId !== pictureId) return []
  return requestBlock(session, value(draft, 'pictureOffset') + value(draft, 'blockLength'))
}

function requestBlock(session: Gt06Session, offset: number): Uint8Array[] {
  const { picture } = session
  if (!picture || offset >= picture.length) {
    session.picture = null
    return []
  }
  const writer = new Writer()
  writer.u32(picture.pictureId)
  writer.u32(offset)
  writer.u16(Math.min(blockSize, picture.length - offset))
  return [seal(0x36, writer.done(), 0, false)]
}
