import { featureOffers } from './scripts/borders/feature-offers.mjs'

/**
 * Arrows point one way (docs/ARCHITECTURE.md): web → core; simulator → protocols → core; server → protocols, core.
 * `npm run directions` checks these rules, and circles and the names of features besides (scripts/borders).
 */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^packages/', pathNot: allowed },
})

/** The floors of the web from the ground up: each needs only those below it. */
const floors = ['base', 'ui', 'map', 'features', 'shell']
const web = '^packages/web/src/'
const outsideTests = '(\\.test\\.tsx?$|/testing/)'

const offered = Object.entries(featureOffers).flatMap(([where, features]) =>
  Object.entries(features).flatMap(([feature, files]) =>
    files.map((file) => `^packages/${where}/src/features/${feature}/${file}$`),
  ),
)

export default {
  forbidden: [
    {
      name: 'features-offer-named-files',
      comment: 'What a feature offers to others stands in scripts/borders/feature-offers.mjs.',
      severity: 'error',
      from: { path: '^packages/(server|web)/src/features/([^/]+)/', pathNot: outsideTests },
      to: {
        path: '^packages/(server|web)/src/features/[^/]+/',
        pathNot: ['^packages/$1/src/features/$2/', ...offered],
      },
    },
    ...floors.slice(0, -1).map((floor, height) => ({
      name: `web-${floor}-needs-only-below`,
      severity: 'error',
      from: { path: `${web}${floor}/`, pathNot: outsideTests },
      to: { path: `${web}(${floors.slice(height + 1).join('|')})/` },
    })),
    // The names excepted exist only as types.
    {
      name: 'nothing-missing',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(geojson|topojson-specification|vite/client)$' },
    },
    only('core-stands-alone', '^packages/core/', '^packages/core/'),
    only('protocols-to-core', '^packages/protocols/', '^packages/(core|protocols)/'),
    only('simulator-to-protocols', '^packages/simulator/', '^packages/(core|protocols|simulator)/'),
    only('web-to-core', '^packages/web/', '^packages/(core|web)/'),
    {
      ...only('server-to-protocols', '^packages/server/', '^packages/(core|protocols|server)/'),
      // The demo is a fleet of simulated devices, and so are those of the tests.
      from: { path: '^packages/server/', pathNot: ['\\.test\\.ts$', '^packages/server/src/(demo|testing)/'] },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^packages/server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/server/src/(features|gateway|ingest|live|demo)/' },
    },
    {
      name: 'codecs-do-no-io',
      severity: 'error',
      from: { path: '^packages/(core|protocols)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/(dist|public)/' },
    tsPreCompilationDeps: true,
    parser: 'tsc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
