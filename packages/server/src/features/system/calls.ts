import { platformCalls } from '@trackway/core/features/system/calls.ts'
import { type Handler, serve, servePublic } from '../../platform/http/serve.ts'
import { currentMailer } from '../../platform/mail/mail.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { findBackups, freeBytes, processStates } from '../../platform/process-state.ts'
import { isKeyOfDatabase } from '../../platform/secrets.ts'
import { storageFailures } from '../../platform/storage-state.ts'
import { version } from '../../platform/version.ts'
import { isDemoOffered } from '../demo-account/queries.ts'
import { databaseSize, forecast, jobCounts } from './queries.ts'

export const platformStateHandlers: readonly Handler[] = [
  serve(platformCalls.state, async ({ now }) => ({ notStoring: storageFailures(now) })),

  servePublic(platformCalls.signIn, async ({ db, now }) => ({
    isDemoOffered: await isDemoOffered(db, now),
    canResetPassword: currentMailer() !== null && publicUrl() !== null,
  })),

  serve(platformCalls.health, async ({ db, bus, now }) => {
    const size = await databaseSize(db, now)
    const free = await freeBytes()
    return {
      version,
      processes: processStates(now).map((state) => ({
        ...state,
        untrustedProxy: state.untrustedProxy ?? null,
        refused: state.refused ?? [],
      })),
      notStoring: storageFailures(now),
      isBusConnected: bus.isConnected,
      database: { ...size, freeBytes: free, ...forecast(size.days, free, now) },
      jobs: await jobCounts(db, now),
      backups: await findBackups(),
      hasOtherKey: !(await isKeyOfDatabase(db, now)),
    }
  }),
]
