import { ThunderboltOutlined } from '@ant-design/icons'
import { commandList } from '@trackway/core/api/devices/commands.ts'
import { screen } from '../../base/screen.ts'
import { type ListUrl, readListUrl } from '../../ui/list/list-url.ts'

interface DirectiveUrl extends ListUrl<typeof commandList> {
  /** Only commands of this device are shown, and the next one is for it. */
  terminalID?: string | undefined
}

/** An address gives short ids as numbers. */
function readDirectiveUrl(raw: Record<string, unknown>): DirectiveUrl {
  const { terminalID } = raw
  const isId = typeof terminalID === 'string' || typeof terminalID === 'number'
  return { ...readListUrl(commandList, raw), terminalID: isId ? String(terminalID) : undefined }
}

export const commandScreens = [
  screen({
    path: '/index/directive',
    permission: ['main:command'],
    menu: { label: 'commands.menu', icon: ThunderboltOutlined },
    search: readDirectiveUrl,
    component: async () => (await import('./DirectiveScreen.tsx')).DirectiveScreen,
  }),
] as const
