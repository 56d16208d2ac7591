/**
 * The items of all makers. Makers use the same ids for other things: the first table whose row fits counts.
 * Source: JT/T 808-2013, 8.18 "additional items"; the makers' documents named in their files.
 */

import type { ItemTable } from '../../wire/items.ts'
import { aovxItems } from './aovx.ts'
import { bsjItems } from './bsj.ts'
import { g10lsItems } from './g10ls.ts'
import { hhdItems } from './hhd.ts'
import { hollooItems } from './holloo.ts'
import { mergeItems } from './items.ts'
import { jimiItems } from './jimi.ts'
import { lockItems } from './locks.ts'
import { obdTextItems } from './obd.ts'
import { s21lItems } from './s21l.ts'
import { sharedItems } from './shared-items.ts'
import { standardItems } from './standard.ts'
import { xinchunItems } from './xinchun.ts'

/** The standard's ids first; a maker's meaning counts where the standard's does not fit. */
export const itemTable: ItemTable = mergeItems(
  standardItems,
  s21lItems,
  g10lsItems,
  hollooItems,
  lockItems,
  hhdItems,
  obdTextItems,
  xinchunItems,
  sharedItems,
  jimiItems,
  aovxItems,
  bsjItems,
)
