import { isAbsolute } from 'node:path'
import type { RefusalName } from '@trackway/core/codes/results.ts'
import { streetMapCalls } from '@trackway/core/features/street-maps/calls.ts'
import { type MapFault, MapFileFault } from '@trackway/core/features/street-maps/pmtiles.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve, servePublic } from '../../platform/http/serve.ts'
import {
  brokenMaps,
  installMap,
  layerOf,
  mapFolder,
  type NewMap,
  streetMaps,
  uninstallMap,
} from './map-folder.ts'
import { addPart, beginUpload, completeUpload, freeBytes, removeUpload } from './uploads.ts'

export const streetMapHandlers: readonly Handler[] = [
  servePublic(streetMapCalls.layers, async () => ({ list: (await streetMaps()).map(layerOf) })),

  serve(streetMapCalls.find, async () => ({
    list: (await streetMaps()).map((map) => ({ ...layerOf(map), origin: map.origin, path: map.path })),
    broken: await brokenMaps(),
    freeBytes: await freeBytes(),
  })),

  serve(streetMapCalls.addPath, async (context) => {
    const { path, name } = context.input
    if (!isAbsolute(path)) throw new Refusal('notFound')
    return install(context, { path, name, by: 'link' })
  }),

  serve(streetMapCalls.beginUpload, ({ input }) => beginUpload(input)),

  serve(streetMapCalls.uploadPart, async ({ input }) => ({
    receivedBytes: await addPart(input.uploadId, input.offset, Buffer.from(input.base64, 'base64')),
  })),

  serve(streetMapCalls.finishUpload, async (context) => {
    const { uploadId, name } = context.input
    const { path, fileName } = await completeUpload(uploadId)
    try {
      return await install(context, { path, name, fileName, by: 'move' })
    } finally {
      await removeUpload(uploadId)
    }
  }),

  serve(streetMapCalls.cancelUpload, ({ input }) => removeUpload(input.uploadId)),

  serve(streetMapCalls.remove, async (context) => {
    const { id } = context.input
    const map = (await streetMaps()).find((each) => each.id === id)
    if (map?.origin === 'builtIn') throw new Refusal('mapBuiltIn')
    if (!(await uninstallMap(folderOfMaps(), id))) throw new Refusal('notFound')
    await recordChange(context, 'streetMapRemoved', null, { before: { id, ...(map && { name: map.name }) } })
  }),
]

const refusals: Record<MapFault, RefusalName> = {
  notPmtiles: 'mapNotPmtiles',
  truncated: 'mapTruncated',
  unsupported: 'mapUnsupported',
  noStreets: 'mapNoStreets',
}

async function install(context: SessionContext<unknown>, map: NewMap): Promise<{ id: string }> {
  try {
    const id = await installMap(folderOfMaps(), map)
    await recordChange(context, 'streetMapAdded', null, { after: { id, file: map.fileName ?? map.path } })
    return { id }
  } catch (error) {
    if (error instanceof MapFileFault)
      throw new Refusal(refusals[error.fault], {
        cause: error,
        issues: [{ path: 'path', reason: error.message }],
      })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new Refusal('notFound', { cause: error })
    throw error
  }
}

function folderOfMaps(): string {
  const where = mapFolder()
  if (where === null) throw new Refusal('unavailable')
  return where
}
