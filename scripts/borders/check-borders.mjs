import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'
import config from '../../.dependency-cruiser.mjs'
import { undeclaredImports } from './declared.mjs'
import { featuresWithoutPartner } from './feature-names.mjs'
import { crowdedFolders, folderCircles } from './folders.mjs'

/** Where code lies whose borders are checked. */
const folders = ['packages', 'bench', 'e2e', 'scripts', 'vitest.config.ts', 'package.json']
/** A folder of more is looked at once more: does it hold two subjects? The subject draws the border, not the number. */
const manyFiles = 20
const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file)

/**
 * Holds a tree against `.dependency-cruiser.mjs`, and its folders against each other.
 * @param {string} root
 * @param {readonly string[]} files of the tree, paths with `/` from its root
 * @returns {Promise<string[]>} what breaks a rule, a line each, beginning with the name of the rule
 */
export async function brokenBorders(root, files) {
  const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  const { output } = await cruise(code, { ...config.options, ruleSet: config, baseDir: root, validate: true })
  const imports = output.modules
    .filter(({ source }) => !isTest(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved, couldNotResolve }) => !couldNotResolve && files.includes(resolved))
        .map(({ resolved }) => ({ from: source, to: resolved })),
    )
  const ofPackages = output.modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ module, coreModule }) => !coreModule && !module.startsWith('.'))
      .map(({ module }) => ({ from: source, specifier: module })),
  )
  return [
    ...undeclaredImports(root, files, ofPackages).map(
      ({ manifest, name, from }) =>
        `declared-imports: ${manifest} does not name ${name}, which ${from} imports`,
    ),
    ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...folderCircles(imports).map(
      ({ folder, circle, files: steps }) =>
        `no-circles: in ${folder}: ${[...circle, circle[0]].join(' → ')}\n    ${steps.join('\n    ')}`,
    ),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '../..')
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  const tree = files.trim().split('\n')
  const broken = [
    ...(await brokenBorders(root, tree)),
    ...featuresWithoutPartner(tree).map((line) => `features-named-alike: ${line}`),
  ]
  for (const line of broken) console.error(line)
  // Migrations are read in the order of their numbers, and become ever more.
  const counted = tree.filter((file) => !/\.(test\.tsx?|sql)$/.test(file))
  for (const { folder, count } of crowdedFolders(counted, manyFiles))
    console.log(`hint: ${folder} holds ${count} files`)
  process.exitCode = broken.length > 0 ? 1 : 0
}
