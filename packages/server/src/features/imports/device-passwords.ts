import { setPasswords } from '../devices/passwords.ts'
import type { Work } from './written-rows.ts'

/** Gives each device a random password; sessions that the old one opened end. */
export const devicePasswords: Work = {
  async write(trx, rows, { scope }) {
    const { done, passwords } = await setPasswords(
      trx,
      scope,
      rows.map(({ cells }) => cells.terminalID ?? ''),
    )
    const ids = new Map(done.map(({ id, terminalID }) => [terminalID, id]))
    const given = new Map(passwords.map(({ terminalID, password }) => [terminalID, password]))
    return rows.flatMap(({ row, cells: { terminalID = '' } }) => {
      const [targetId, password] = [ids.get(terminalID), given.get(terminalID)]
      return targetId && password ? [{ row, targetId, before: null, after: null, password }] : []
    })
  },
}
