import type { LifeSource } from '../../platform/life-source.ts'
import { findCommands } from './queries.ts'

/** Commands to the device, with what became of them. */
export const commandLife: LifeSource = {
  name: 'command',
  permission: ['test:cmd', 'test:log'],

  async events(db, scope, { deviceId, number }, { before, limit }) {
    if (deviceId === null) return []
    const page = { terminalIDs: [number], to: before - 1, pageNum: 1, pageSize: limit }
    const { list } = await findCommands(db, scope, page)
    return list.map(({ id, createTime, code, state, sender, content, reply, failure }) => ({
      id: String(id),
      time: createTime,
      kind: 'command' as const,
      isGood: state === 'failed' ? false : state === 'confirmed' || state === 'acknowledged' ? true : null,
      by: sender,
      facts: [
        { name: 'command', value: code, texts: 'reports.command' },
        { name: 'state', value: state, texts: 'reports.commandState' },
        { name: 'content', value: content },
        ...(reply ? [{ name: 'reply', value: reply }] : []),
        ...(failure ? [{ name: 'failure', value: failure, texts: 'reports.commandFailure' }] : []),
      ],
    }))
  },
}
