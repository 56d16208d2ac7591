/** Features that are in one layer alone, and why. Every other has one name in the contract, the server and the web. */
export const inOneLayer = {
  'track-storage': 'how tracks are kept is asked of by other features only',
  help: 'its pages are made of what all calls say of themselves',
}

const layers = ['core', 'server', 'web']

/**
 * Folders of features that have no partner of their name: contract and server go together, and what the web shows is
 * a feature of both. The server may do what no screen shows.
 * @param {readonly string[]} files paths with `/` from the root
 * @param {Readonly<Record<string, string>>} exceptions to these rules; one that is not needed is reported as well
 * @returns {string[]} a line each
 */
export function featuresWithoutPartner(files, exceptions = inOneLayer) {
  const [core, server, web] = layers.map((layer) => {
    const folder = new RegExp(`^packages/${layer}/src/features/([^/]+)/`)
    return new Set(files.flatMap((file) => folder.exec(file)?.[1] ?? []))
  })
  const alone = [
    ...[...core]
      .filter((name) => !server.has(name))
      .map((name) => ({ name, layer: 'core', lacks: 'server' })),
    ...[...server]
      .filter((name) => !core.has(name))
      .map((name) => ({ name, layer: 'server', lacks: 'core' })),
    ...[...web].filter((name) => !core.has(name)).map((name) => ({ name, layer: 'web', lacks: 'core' })),
  ]
  return [
    ...alone
      .filter(({ name }) => !(name in exceptions))
      .map(({ name, layer, lacks }) => `packages/${layer}/src/features/${name} has no partner in ${lacks}`),
    ...Object.keys(exceptions)
      .filter((name) => !alone.some((each) => each.name === name))
      .map((name) => `${name} is no exception`),
  ]
}
