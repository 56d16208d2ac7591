import { z } from 'zod'
import { call, line } from '../../api/call.ts'
import { mapSchemas } from './schema.ts'

/** Street maps: files of vector tiles (PMTiles) that the server sends by ranges, with no key and no network. */

/** What a map is called in addresses and in the folder of maps. */
export const streetMapId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/)

const layer = {
  id: streetMapId,
  name: z.string().describe('What administrators called it, else what it calls itself.'),
  bounds: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .describe('West, south, east and north of what it covers, degrees.'),
  minZoom: z.int().describe('Its least detailed level of tiles.'),
  maxZoom: z.int().describe('Its most detailed level of tiles.'),
  schema: z.enum(mapSchemas).describe('Which layers its tiles have.'),
  sizeBytes: z.int().describe('Size of the file, bytes.'),
  attribution: z.string().describe('What stands on every map drawn from it.'),
  url: z
    .string()
    .describe('Where its bytes are read by ranges, without a session. Another file has another address.'),
}
export const streetMapLayer = z.object(layer)
export type StreetMapLayer = z.output<typeof streetMapLayer>

const permission = ['main:system_config'] as const
/** Parts of an upload are so long at most, bytes: each comes within the time that a request may take. */
export const uploadPartBytes = 4 * 1024 * 1024

const name = line(100).min(1).describe('What people see.')
const fileFaults = ['mapNotPmtiles', 'mapTruncated', 'mapUnsupported', 'mapNoStreets'] as const

export const streetMapCalls = {
  layers: call({
    path: '/api/streetMap/layers',
    permission: 'public',
    demo: true,
    help: 'The street maps of this server, the most detailed first. Shared links show them too, so no session is needed.',
    output: z.object({ list: z.array(streetMapLayer) }),
  }),
  find: call({
    path: '/api/streetMap/find',
    permission,
    demo: true,
    help: 'The street maps of this server as administrators see them, including files that can no longer be read.',
    output: z.object({
      list: z.array(
        z.object({
          ...layer,
          origin: z
            .enum(['builtIn', 'file', 'link'])
            .describe('Comes with the platform; lies in the folder of maps; stays where it was.'),
          path: z.string().describe('Where the file lies on the server.'),
        }),
      ),
      broken: z
        .array(z.object({ id: z.string(), path: z.string(), reason: z.string() }))
        .describe('Files in the folder of maps that are not shown, and why.'),
      freeBytes: z.number().nullable().describe('Room left where maps are kept, bytes; null: not known.'),
    }),
  }),
  addPath: call({
    path: '/api/streetMap/addPath',
    permission,
    help: 'Adds a map file that lies on the server. The file stays where it is, and is only read.',
    input: z.object({
      path: line(1000).min(1).describe('Absolute path of a PMTiles file on the server.'),
      name: name.optional(),
    }),
    output: z.object({ id: streetMapId }),
    refusals: ['notFound', ...fileFaults],
  }),
  beginUpload: call({
    path: '/api/streetMap/beginUpload',
    permission,
    help: 'Begins to upload a map file, whose parts are then sent in order.',
    input: z.object({
      fileName: line(200).min(1).describe('Name of the file; its map is called so.'),
      sizeBytes: z.int().positive().describe('Size of the file, bytes.'),
    }),
    output: z.object({
      uploadId: z.string().describe('Id of the upload.'),
      partBytes: z.int().describe('Longest accepted part, bytes.'),
    }),
    refusals: ['mapNoRoom'],
  }),
  uploadPart: call({
    path: '/api/streetMap/uploadPart',
    permission,
    help: 'Stores the next part of a map file. The answer tells how much has arrived: a part that doesn’t continue what is there is not stored, and the client continues from there.',
    input: z.object({
      uploadId: z.uuid().describe('Id of the upload.'),
      offset: z.int().nonnegative().describe('How many bytes of the file come before it.'),
      base64: z
        .base64()
        .max(Math.ceil(uploadPartBytes / 3) * 4)
        .describe('The bytes of the part, in base64.'),
    }),
    output: z.object({ receivedBytes: z.int().describe('Bytes received so far.') }),
    refusals: ['notFound'],
    maxBodyBytes: 2 * uploadPartBytes,
  }),
  finishUpload: call({
    path: '/api/streetMap/finishUpload',
    permission,
    help: 'Checks an uploaded map file and installs it. A refused file is deleted; an incomplete one can be continued.',
    input: z.object({ uploadId: z.uuid().describe('Id of the upload.'), name: name.optional() }),
    output: z.object({ id: streetMapId }),
    refusals: ['notFound', 'uploadIncomplete', ...fileFaults],
  }),
  cancelUpload: call({
    path: '/api/streetMap/cancelUpload',
    permission,
    help: 'Cancels an upload and deletes what has arrived.',
    input: z.object({ uploadId: z.uuid().describe('Id of the upload.') }),
  }),
  remove: call({
    path: '/api/streetMap/remove',
    permission,
    help: 'Removes a map. Its file is deleted if it lies in the folder of maps; a file elsewhere stays. The built-in map stays.',
    input: z.object({ id: streetMapId }),
    refusals: ['notFound', 'mapBuiltIn'],
  }),
}
