/** Arrows point one way (docs/ARCHITECTURE.md): web → core; simulator → protocols → core; server → protocols, core. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^packages/', pathNot: allowed },
})

export default {
  forbidden: [
    // A circle of types alone is two files that name each other's shapes: nothing runs in it.
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
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
    exclude: { path: '/dist/|/public/' },
    tsPreCompilationDeps: true,
    parser: 'tsc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
