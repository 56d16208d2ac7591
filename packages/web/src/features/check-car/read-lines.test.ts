import { expect, test } from 'vitest'
import { readLines } from './read-lines.ts'

const bytes = new TextEncoder().encode('{"a":1}\n{"b":"车"}\n{"c":3}\n')
const streamOf = (...parts: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
const all = async (stream: ReadableStream<Uint8Array>) => (await Array.fromAsync(readLines(stream))).flat()

test('finds the lines wherever the stream is cut, also within a letter', async () => {
  for (let at = 0; at <= bytes.length; at++)
    expect(await all(streamOf(bytes.slice(0, at), bytes.slice(at)))).toEqual([
      { a: 1 },
      { b: '车' },
      { c: 3 },
    ])
})

test('hands each line over as soon as it is whole', async () => {
  let send: ReadableStreamDefaultController<Uint8Array> | undefined
  const lines = readLines(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = controller
      },
    }),
  )
  send!.enqueue(bytes.slice(0, 10))
  expect((await lines.next()).value).toEqual([{ a: 1 }])
})

test('whoever stops reading ends the stream', async () => {
  let isCancelled = false
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    cancel: () => {
      isCancelled = true
    },
  })
  for await (const _ of readLines(stream)) break
  expect(isCancelled).toBe(true)
})
