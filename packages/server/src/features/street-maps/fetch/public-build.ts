import { FetchFailure, RemoteFile } from './remote-file.ts'

/** Where Protomaps publishes a build of the planet each day, and keeps those of about a week. */
const folder = 'https://build.protomaps.com'
const daysBack = 10
const dayMs = 86_400_000

/** @throws {FetchFailure} where none answers */
export async function findPublicBuild(base = folder, now = Date.now()): Promise<string> {
  let reason = ''
  for (let day = 0; day <= daysBack; day++) {
    const date = new Date(now - day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
    const url = `${base}/${date}.pmtiles`
    try {
      await new RemoteFile(url, { retries: 0, timeoutMs: 15_000 }).read(0, 7)
      return url
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      reason = error.message
      // Nobody is there: nor will be for other days.
      if (/does not answer/.test(reason)) break
    }
  }
  throw new FetchFailure(`No public build was found at ${base}: ${reason} Name one with --from.`)
}
