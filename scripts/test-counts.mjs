// What a test run comes to, as a reporter of vitest. A file that does not load, a hook that throws and an error
// outside any test are failures like a failed test; what was skipped is named.
import { writeFileSync } from 'node:fs'

export default class TestCounts {
  onTestRunEnd(files, errorsOutsideTests) {
    let passed = 0
    const failed = errorsOutsideTests.map((error) => `outside the tests: ${error.message}`)
    const skipped = []
    for (const file of files) {
      if (!['passed', 'failed', 'skipped'].includes(file.state())) failed.push(`${nameOf(file)}: did not run`)
      for (const suite of [file, ...file.children.allSuites()]) {
        failed.push(...suite.errors().map((error) => `${nameOf(suite)}: ${error.message}`))
      }
      for (const test of file.children.allTests()) {
        const { state, note } = test.result()
        if (state === 'passed') passed++
        else if (state === 'skipped') skipped.push(nameOf(test) + (note ? `: ${note}` : ''))
        else failed.push(state === 'failed' ? nameOf(test) : `${nameOf(test)}: did not run`)
      }
    }
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify({ passed, failed, skipped }))
  }
}

/** `file > suite > test` */
function nameOf(task) {
  return task.type === 'module' ? task.relativeModuleId : `${task.module.relativeModuleId} > ${task.fullName}`
}
