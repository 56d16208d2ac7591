import { mediaCalls } from '@trackway/core/features/media/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { FileMissing } from '../../platform/file-store/file-storage.ts'
import { openFile } from '../../platform/file-store/file-store.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, RawReply, serve } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { removeMedia } from './keeping/remove-files.ts'
import { type FoundMedia, findMedia, findOneMedia } from './queries.ts'

const find = serve(mediaCalls.find, ({ db, scope, input }) => findMedia(db, scope, input))

const remove = serve(mediaCalls.delete, async (context) => {
  const { db, pool, scope, input } = context
  const { terminalID, accountId, time, kind } = await findOneMedia(db, scope, input.id)
  await recordChange(context, 'mediaDeleted', accountId, {
    terminalId: terminalID,
    before: { kind, takenTime: time },
  })
  await removeMedia({ db, pool }, [input.id])
})

export const mediaHandlers: readonly Handler[] = [
  find,
  remove,
  serveMany(mediaCalls.deleteMany, { find, one: remove, rowId: 'id' }),

  serve(mediaCalls.open, async ({ db, scope, input }) => {
    const found = await findOneMedia(db, scope, input.id)
    const isDecoded = input.form === 'decoded'
    const key = isDecoded ? found.playableKey : found.fileKey
    if (key === null) throw new Refusal('notFound')
    try {
      const contentType = isDecoded ? 'audio/wav' : found.contentType
      // Always a download to a browser that is led here: pages fetch it and show what they got.
      return new RawReply(contentType, await openFile(key), nameOf(found, contentType))
    } catch (error) {
      if (error instanceof FileMissing) throw new Refusal('notFound', { cause: error })
      throw error
    }
  }),
]

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/tiff': 'tif',
  'audio/amr': 'amr',
  'audio/amr-wb': 'awb',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'video/mp4': 'mp4',
  'video/x-msvideo': 'avi',
  'video/x-ms-wmv': 'wmv',
}

function nameOf({ terminalID, time }: FoundMedia, contentType: string): string {
  const taken = new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `${terminalID}-${taken}.${endings[contentType] ?? 'bin'}`
}
