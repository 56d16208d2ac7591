// npm run styles: colours are only among the tokens, and every class of a CSS module and of the theme is there and in use.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './runtime.mjs'

const web = join(root, 'packages', 'web', 'src')
/** Where colours have their names; everything else takes them from there by `var(--tw-…)`. */
const tokens = join(web, 'base', 'theme', 'theme.css')
const colour = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab)\(|:[^;{]*\b(?:white|black)\b/i
const faults = []

const styles = new Map()
for (const path of globSync('**/*.css', { cwd: web }).map((path) => join(web, path))) {
  const css = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  )
  if (path !== tokens) {
    for (const [at, line] of css.split('\n').entries())
      if (colour.test(line)) faults.push(`${path}:${at + 1} names a colour: ${line.trim()}`)
  }
  if (!path.endsWith('.module.css')) continue
  const selectors = css.replace(/\{[^{}]*\}/g, '{}').replace(/:global\([^()]*\)/g, '')
  styles.set(path, new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name)))
}

const themeClasses = (text) => new Set([...text.matchAll(/(?<![\w-])tw-[\w-]*\w/g)].map(([name]) => name))
const ofTheme = new Set([...readFileSync(tokens, 'utf8').matchAll(/\.(tw-[\w-]+)/g)].map(([, name]) => name))
const takenOfTheme = new Set()
const used = new Map([...styles.keys()].map((path) => [path, new Set()]))
for (const path of globSync('**/*.{ts,tsx}', { cwd: web }).map((path) => join(web, path))) {
  const code = readFileSync(path, 'utf8')
  for (const name of themeClasses(code)) takenOfTheme.add(name)
  for (const [, name, from] of code.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm)) {
    const module = join(dirname(path), from)
    for (const [, key] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
      used.get(module)?.add(key)
      if (!styles.get(module)?.has(key)) faults.push(`${path} takes ${key}, which ${from} does not have`)
    }
  }
}
for (const [path, names] of styles)
  for (const name of names)
    if (!used.get(path).has(name)) faults.push(`${path} has ${name}, which nothing takes`)

for (const name of ofTheme)
  if (!takenOfTheme.has(name)) faults.push(`${tokens} has ${name}, which nothing takes`)

for (const fault of faults) console.error(fault.replace(`${root}/`, '').replace(`${root}/`, ''))
process.exit(faults.length === 0 ? 0 : 1)
