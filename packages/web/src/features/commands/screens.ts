import type { commandBatchList, commandList } from '@trackway/core/features/commands/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'
import { type DirectiveTab, directiveTabs } from './directive-url.ts'
import { manyTabs } from './factory/many-tabs.ts'

interface DevicesUrl {
  /** The next command is for these devices; lists show theirs only. Several have `_` between them. */
  terminalID?: string | undefined
}

interface DirectiveUrl extends ListUrl<typeof commandList>, DevicesUrl {
  tab?: DirectiveTab | undefined
}

interface BatchUrl extends ListUrl<typeof commandBatchList> {
  /** The batch that is shown. */
  jobId?: number | undefined
}

/** An address gives short ids as numbers. */
function readDevicesUrl({ terminalID }: Record<string, unknown>): DevicesUrl {
  const isId = typeof terminalID === 'string' || typeof terminalID === 'number'
  return { terminalID: isId ? String(terminalID) : undefined }
}

function readDirectiveUrl(raw: Record<string, unknown>): DirectiveUrl {
  const tab = directiveTabs.find((each) => each === raw.tab)
  return { ...readDevicesUrl(raw), tab }
}

function readBatchUrl(raw: Record<string, unknown>): BatchUrl {
  const jobId = Number(raw.jobId)
  return { jobId: jobId > 0 ? jobId : undefined }
}

export const commandScreens = [
  screen({
    path: '/index/directive',
    permission: ['main:command'],
    menu: {
      section: 'vehicles',
      label: 'commands.title',
      covers: [
        '/index/device/multipleCmd',
        '/index/device/multipleCmdSearch',
        '/index/device/commandImport',
        '/index/media',
      ],
    },
    search: readDirectiveUrl,
    component: async () => (await import('./DirectiveScreen.tsx')).DirectiveScreen,
  }),
  // No key of their own guards these two: whoever opens the devices does.
  screen({
    path: '/index/device/multipleCmd',
    permission: ['main:devices'],
    search: readDevicesUrl,
    component: async () => (await import('./batches/BatchScreens.tsx')).BatchSendScreen,
  }),
  screen({
    path: '/index/device/multipleCmdSearch',
    permission: ['main:devices'],
    search: readBatchUrl,
    component: async () => (await import('./batches/BatchScreens.tsx')).BatchResultsScreen,
  }),
] as const

/** Of the factory. */
export const factoryCommandScreens = [
  screen({
    path: '/test/cmdSend',
    permission: ['test:cmd'],
    menu: { section: 'factory', label: 'commands.factory.send', group: 'commands' },
    search: readDevicesUrl,
    component: async () => (await import('./factory/CommandSendScreen.tsx')).CommandSendScreen,
  }),
  screen({
    path: '/test/mutiCmd/$tab',
    permission: ['test:cmd'],
    parts: Object.fromEntries(manyTabs.map((tab) => [tab, ['test:cmd'] as const])),
    menu: { section: 'factory', label: 'commands.factory.many', group: 'commands' },
    search: (raw) => ({ ...readBatchUrl(raw), ...readDevicesUrl(raw) }),
    component: async () => (await import('./factory/ManyCommandsScreen.tsx')).ManyCommandsScreen,
  }),
] as const
