import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { factorySearchers, searchCalls } from '@trackway/core/features/search/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { scopeOf } from '../../platform/http/session.ts'
import { searchAccounts, searchDevices } from './queries.ts'

export const searchHandlers: readonly Handler[] = [
  serve(searchCalls.find, async ({ db, scope, session, input, now }) => {
    const isOfFactory = holdsAny(session.permissions, factorySearchers)
    const maySeeDevices =
      isOfFactory || holdsAny(session.permissions, ['main:monitor', 'main:devices_management'])
    // The factory finds whose logs it reads and whom it sends commands.
    const ofDevices = isOfFactory ? scopeOf(session, factorySearchers) : scope
    const mayHaveAccounts = rolesWithSubAccounts.includes(session.account.role)
    const [devices, accounts] = await Promise.all([
      maySeeDevices ? searchDevices(db, ofDevices, input.text, now) : nothingFound,
      mayHaveAccounts ? searchAccounts(db, scope, input.text) : nothingFound,
    ])
    return {
      list: [...devices.list, ...accounts.list],
      hasMoreDevices: devices.hasMore,
      hasMoreAccounts: accounts.hasMore,
    }
  }),
]

const nothingFound = { list: [], hasMore: false }
