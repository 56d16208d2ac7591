import { iconTypes } from '@trackway/core/codes/icon-types.ts'
import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import type { ImportColumnKey } from '@trackway/core/features/imports/columns.ts'
import { readZoneMinutes } from '@trackway/core/rules/validation.ts'
import type { DeviceValues } from '../devices/device-columns.ts'
import { endOf } from './end-of-date.ts'
import type { RowFacts } from './row-facts.ts'

interface Meaning {
  facts: RowFacts
  /** What dates mean. */
  timeZone: string
}

/** What a cell of a batch sets. */
const meanings: Partial<
  Record<ImportColumnKey, (text: string, context: Meaning, cells: ImportCells) => DeviceValues>
> = {
  username: (text, { facts }) => ({ accountId: facts.accounts.get(text.toLowerCase())!.id }),
  deviceType: (text, { facts }) => ({ deviceType: facts.findType(text)!.id }),
  nickname: (nickname) => ({ nickname }),
  carNumber: (carNumber) => ({ carNumber }),
  sim: (sim) => ({ sim }),
  iccid: (iccid) => ({ iccid }),
  iconType: (text) => ({
    iconType: iconTypes.find((name) => name.toLowerCase() === text.toLowerCase()) ?? 'car',
  }),
  remark: (remark) => ({ remark }),
  // A time that is set by hand is not computed from activation any more.
  platformExpireTime: (text, { timeZone }) => ({
    platformExpireTime: endOf(text, timeZone),
    platformFromActivation: false,
  }),
  userExpireTime: (text, { timeZone }) => ({
    userExpireTime: endOf(text, timeZone),
    userFromActivation: false,
  }),
  platformTerm: (text, _, { platformMonths }) => {
    const mode = text.toLowerCase()
    if (mode === 'activation')
      return {
        platformMonths: Number(platformMonths),
        platformFromActivation: true,
        platformExpireTime: null,
      }
    return { platformFromActivation: false, ...(mode === 'lifetime' && { platformExpireTime: null }) }
  },
  userTerm: (text, _, { userMonths }) => {
    const mode = text.toLowerCase()
    if (mode === 'activation')
      return { userMonths: Number(userMonths), userFromActivation: true, userExpireTime: null }
    return { userFromActivation: false, ...(mode === 'lifetime' && { userExpireTime: null }) }
  },
  host: (host) => ({ host }),
  zone: (text) => ({ utcOffsetMinutes: readZoneMinutes(text) }),
}

export function changeOf(cells: ImportCells, context: Meaning): DeviceValues {
  return Object.assign(
    {},
    ...Object.entries(cells).map(([key, text]) =>
      text ? (meanings[key as ImportColumnKey]?.(text, context, cells) ?? {}) : {},
    ),
  )
}
