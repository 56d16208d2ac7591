// What each file of a test run comes to, as a reporter of vitest. A file that does not load, a hook that throws, a
// worker that crashes and an error outside any test are failures like a failed test; what was skipped is named.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

const didNotRun = ': did not run'

export default class TestCounts {
  #planned = []

  onTestRunStart(specifications) {
    this.#planned = specifications
  }

  onTestRunEnd(modules, errorsOutsideTests) {
    const files = modules.map(countsOf)
    for (const { moduleId, project } of this.#planned) {
      if (files.some(({ path }) => path === moduleId)) continue
      const name = relative(project.config.root, moduleId)
      files.push({ path: moduleId, name, ms: 0, passed: 0, failed: [name + didNotRun], skipped: [] })
    }
    const hasLostFiles = files.some(({ failed }) => failed.some((name) => name.endsWith(didNotRun)))
    const outside = []
    for (const error of errorsOutsideTests) {
      const file = files.find(({ path }) => path === error.VITEST_TEST_PATH)
      if (file) file.failed.push(`${file.name}: outside the tests: ${error.message}`)
      // A worker that crashed is in no file's result; the files that it lost are failures already.
      else if (!hasLostFiles || !error.message.startsWith('[vitest-pool]'))
        outside.push(`outside the tests: ${error.message}`)
    }
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify({ files, outside }))
  }
}

function countsOf(file) {
  let passed = 0
  const failed = []
  const skipped = []
  if (!['passed', 'failed', 'skipped'].includes(file.state())) failed.push(nameOf(file) + didNotRun)
  for (const suite of [file, ...file.children.allSuites()]) {
    failed.push(...suite.errors().map((error) => `${nameOf(suite)}: ${error.message}`))
  }
  for (const test of file.children.allTests()) {
    const { state, note } = test.result()
    if (state === 'passed') passed++
    else if (state === 'skipped') skipped.push(nameOf(test) + (note ? `: ${note}` : ''))
    else failed.push(state === 'failed' ? nameOf(test) : nameOf(test) + didNotRun)
  }
  // Preparing is left out: in a browser it counts from the start of the run.
  const { setupDuration, collectDuration, duration } = file.diagnostic()
  const ms = setupDuration + collectDuration + duration
  return { path: file.moduleId, name: file.relativeModuleId, ms, passed, failed, skipped }
}

/** `file › suite > test` */
function nameOf(task) {
  return task.type === 'module' ? task.relativeModuleId : `${task.module.relativeModuleId} › ${task.fullName}`
}
