/** The lines of a stream of JSON lines, each as soon as it is whole. */
export async function* readLines<T>(stream: ReadableStream<Uint8Array>): AsyncGenerator<T[]> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop()!
      if (lines.length > 0) yield lines.map((line) => JSON.parse(line) as T)
    }
  } finally {
    // Whoever stops reading needs no more of it; a stream that failed is over anyway.
    reader.cancel().catch(() => {})
  }
}
