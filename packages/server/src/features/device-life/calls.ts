import { deviceLifeCalls } from '@trackway/core/features/device-life/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import type { LifeSubject } from '../../platform/life-source.ts'
import { findSubjects, readLife } from './read-life.ts'
import { lifeSources } from './sources.ts'

const shown = ({ deviceId: _, ...device }: LifeSubject) => device

export const deviceLifeHandlers: readonly Handler[] = [
  serve(deviceLifeCalls.find, async ({ db, scope, input }) => ({
    list: (await findSubjects(db, scope, lifeSources, input.number)).map(shown),
  })),

  serve(deviceLifeCalls.events, async ({ db, scope, session, input }) => {
    const { subject, ...page } = await readLife(db, scope, lifeSources, session.permissions, input)
    return { device: shown(subject), ...page }
  }),
]
