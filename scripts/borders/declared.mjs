import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What files import of packages that the package.json next above them does not name: once each.
 * @param {string} root
 * @param {readonly string[]} files of the tree, paths with `/` from its root
 * @param {readonly { from: string, specifier: string }[]} imports
 * @returns {{ manifest: string, name: string, from: string }[]} `from`: one of the files
 */
export function undeclaredImports(root, files, imports) {
  const declared = new Map(
    files
      .filter((file) => path.posix.basename(file) === 'package.json')
      .map((file) => [file, namesIn(path.join(root, file))]),
  )
  const missing = new Map()
  for (const { from, specifier } of imports) {
    const [name] = /^(@[^/]+\/)?[^/]+/.exec(specifier)
    const manifest = manifestAbove(from, declared)
    const names = declared.get(manifest)
    if (!names || names.has(name) || names.has(`@types/${name}`)) continue
    missing.set(`${manifest} ${name}`, { manifest, name, from })
  }
  return [...missing.values()]
}

/** The package itself, and those that it depends on. */
function namesIn(manifest) {
  const { name, dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  )
  return new Set([name, ...Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })])
}

function manifestAbove(file, declared) {
  let folder = path.posix.dirname(file)
  while (folder !== '.' && !declared.has(`${folder}/package.json`)) folder = path.posix.dirname(folder)
  return path.posix.join(folder, 'package.json')
}
