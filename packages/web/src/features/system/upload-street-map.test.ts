import { streetMapCalls } from '@trackway/core/features/street-maps/calls.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { uploadStreetMap } from './upload-street-map.ts'

const uploadId = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
const content = 'streets of a town'
const file = new File([content], 'town.pmtiles')

let server: FakeServer
/** What the server holds. */
let received: string
const onShare = vi.fn()

beforeEach(() => {
  received = ''
  onShare.mockClear()
  vi.stubGlobal('location', { href: 'https://trackway.example/index/system' })
  vi.stubGlobal(
    'FileReader',
    class {
      result = ''
      onload: (() => void) | undefined
      readAsDataURL(part: Blob) {
        void part.text().then((text) => {
          this.result = `data:application/octet-stream;base64,${btoa(text)}`
          this.onload?.()
        })
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  server = startFakeServer()
  server.answer(streetMapCalls.beginUpload, { uploadId, partBytes: 7 })
  server.answer(streetMapCalls.uploadPart, ({ offset, base64 }) => {
    if (offset === received.length) received += atob(base64)
    return { receivedBytes: received.length }
  })
  server.answer(streetMapCalls.finishUpload, { id: 'town' })
  server.answer(streetMapCalls.cancelUpload, {})
})
const upload = (signal = new AbortController().signal) => uploadStreetMap(file, signal, onShare)

test('a file goes out in parts as long as the server takes them, and is installed once', async () => {
  await upload()
  expect(received).toBe(content)
  expect(server.sent(streetMapCalls.beginUpload)).toEqual([{ fileName: 'town.pmtiles', sizeBytes: 17 }])
  expect(server.sent(streetMapCalls.uploadPart).map(({ offset }) => offset)).toEqual([0, 7, 14])
  expect(onShare.mock.calls.flat()).toEqual([7 / 17, 14 / 17, 1])
  expect(server.sent(streetMapCalls.finishUpload)).toEqual([{ uploadId }])
  expect(server.sent(streetMapCalls.cancelUpload)).toEqual([])
})

test('where the server has less than was sent, it goes on from there', async () => {
  let isFirst = true
  server.answer(streetMapCalls.uploadPart, ({ offset, base64 }) => {
    const part = atob(base64)
    // Of the first part half arrives.
    if (offset === received.length) received += isFirst ? part.slice(0, 3) : part
    isFirst = false
    return { receivedBytes: received.length }
  })
  await upload()
  expect(received).toBe(content)
})

test('a part that is refused gives the upload up, and says why', async () => {
  server.refuse(streetMapCalls.uploadPart, 'notFound')
  await expect(upload()).rejects.toMatchObject({ result: 'notFound' })
  expect(server.sent(streetMapCalls.cancelUpload)).toEqual([{ uploadId }])
  expect(server.sent(streetMapCalls.finishUpload)).toEqual([])
})

test('stopping it gives it up, also where that no longer reaches the server', async () => {
  const stop = new AbortController()
  onShare.mockImplementationOnce(() => stop.abort())
  server.refuse(streetMapCalls.cancelUpload, 'notFound')
  await expect(upload(stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.sent(streetMapCalls.cancelUpload)).toEqual([{ uploadId }])
})

test('a file for which there is no room is not begun', async () => {
  server.refuse(streetMapCalls.beginUpload, 'mapNoRoom')
  await expect(upload()).rejects.toMatchObject({ result: 'mapNoRoom' })
  expect(server.sent(streetMapCalls.uploadPart)).toEqual([])
  expect(server.sent(streetMapCalls.cancelUpload)).toEqual([])
})
