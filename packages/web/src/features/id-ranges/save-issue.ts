import { idRangeCalls } from '@trackway/core/features/id-ranges/calls.ts'
import { apiFile } from '../../base/api.ts'
import { saveFile } from '../../base/save-file.ts'

/** Saves the ids that were handed out at once. */
export async function saveIssue(issueId: number): Promise<void> {
  const { content, fileName } = await apiFile(idRangeCalls.file, { issueId })
  saveFile(content, fileName)
}
