import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Makes the system forget what it holds of a folder's files, so that the next one to read them waits for the
 * disk. Nobody may have unsaved changes of them. Needs no rights but those to read; `dd` does it on Linux only.
 * @returns whether it could
 */
export async function forgetFiles(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  await run('find', [
    folder,
    '-type',
    'f',
    '-size',
    '+0',
    '-exec',
    'sh',
    '-c',
    'for file; do dd if="$file" iflag=nocache count=0 status=none; done',
    'sh',
    '{}',
    '+',
  ])
  return true
}
