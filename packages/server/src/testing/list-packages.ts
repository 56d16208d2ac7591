import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** Loaded before a server that is tested: prints at its end which packages its main thread loaded. */
const packages = new Set<string>()
if (isMainThread) {
  registerHooks({
    load(url, context, nextLoad) {
      const [, name] = /.*\/(?:node_modules|packages)\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
      if (name !== undefined) packages.add(name)
      return nextLoad(url, context)
    },
  })
  process.on('exit', () => console.log(`packages: ${[...packages].join(' ')}`))
}
