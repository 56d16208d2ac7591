import type {
  firmwareLinkList,
  firmwareList,
  firmwareOfferList,
  firmwareWayList,
} from '@trackway/core/features/firmware/calls.ts'
import type { taskList } from '@trackway/core/features/tasks/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'
import { otaTabs } from './ota-tabs.ts'

interface TaskUrl {
  /** The task that is shown. */
  task?: number | undefined
}
type OtaUrl = TaskUrl &
  ListUrl<typeof firmwareList> &
  ListUrl<typeof taskList> &
  ListUrl<typeof firmwareLinkList> &
  ListUrl<typeof firmwareWayList>

const readTask = ({ task }: Record<string, unknown>): TaskUrl => ({
  task: Number(task) > 0 ? Number(task) : undefined,
})
const offers = async () => (await import('./OffersScreen.tsx')).OffersScreen

/** What customers are offered, where they look for it. */
export const offerScreens = [
  screen({
    path: '/index/device/firmware',
    permission: ['main:devices_management'],
    menu: { section: 'vehicles', label: 'firmwareOffer.title' },
    search: (raw): TaskUrl & ListUrl<typeof firmwareOfferList> => readTask(raw),
    component: offers,
  }),
] as const

export const firmwareScreens = [
  screen({
    path: '/test/ota/$tab',
    permission: ['test:ota', 'test:ota_view'],
    parts: otaTabs,
    menu: {
      section: 'factory',
      label: 'firmware.title',
      group: 'commands',
      covers: ['/test/otaUpdateListForUser'],
    },
    search: (raw): OtaUrl => readTask(raw),
    component: async () => (await import('./OtaScreen.tsx')).OtaScreen,
  }),
  screen({
    path: '/test/otaUpdateListForUser',
    permission: ['test:ota', 'test:ota_view'],
    search: (raw): TaskUrl & ListUrl<typeof firmwareOfferList> => readTask(raw),
    component: offers,
  }),
] as const
