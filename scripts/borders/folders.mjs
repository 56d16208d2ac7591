import path from 'node:path'

/**
 * Circles between folders. In every folder, each subfolder with all that lies below it counts as one thing, and so
 * does each file: these must not need each other in a circle. Imports of types count.
 * @param {{ from: string, to: string }[]} imports file by file, paths with `/` from the root
 * @returns {{ folder: string, circle: string[], files: string[] }[]} `files`: an import of each step
 */
export function folderCircles(imports) {
  const byFolder = new Map()
  for (const { from, to } of imports) {
    const [a, b] = [from.split('/'), to.split('/')]
    let depth = 0
    while (depth < a.length - 1 && depth < b.length - 1 && a[depth] === b[depth]) depth++
    const [source, target] = [a[depth], b[depth]]
    const folder = a.slice(0, depth).join('/')
    if (!byFolder.has(folder)) byFolder.set(folder, new Map())
    const arrows = byFolder.get(folder)
    if (!arrows.has(source)) arrows.set(source, new Map())
    if (!arrows.get(source).has(target)) arrows.get(source).set(target, `${from} → ${to}`)
  }
  return [...byFolder].flatMap(([folder, arrows]) =>
    circlesOf(arrows).map((circle) => ({
      folder,
      circle,
      files: circle.map((name, i) => arrows.get(name).get(circle[(i + 1) % circle.length])),
    })),
  )
}

/** One shortest circle through each pair of neighbours that can reach each other. */
function circlesOf(arrows) {
  const circles = new Map()
  for (const [source, targets] of arrows) {
    for (const target of targets.keys()) {
      const way = shortestWay(arrows, target, source)
      if (way !== null) circles.set([...way].sort().join(' '), way)
    }
  }
  return [...circles.values()]
}

function shortestWay(arrows, from, to) {
  const ways = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    const last = way.at(-1)
    if (last === to) return way
    for (const next of arrows.get(last)?.keys() ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return null
}

/**
 * Folders that hold more than `most` files; files in their subfolders do not count.
 * @param {readonly string[]} files paths with `/` from the root
 */
export function crowdedFolders(files, most) {
  const counts = new Map()
  for (const file of files) {
    const folder = path.posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > most).map(([folder, count]) => ({ folder, count }))
}
