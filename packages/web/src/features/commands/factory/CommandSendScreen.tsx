import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { DeviceLookup } from '../../../ui/vehicles/DeviceLookup.tsx'
import { readIds } from '../../../ui/vehicles/read-ids.ts'
import { readDevices, writeDevices } from '../../../ui/vehicles/vehicle-list.ts'
import { CommandDesk } from '../desk/CommandDesk.tsx'
import { maxDevices } from '../desk/use-offered.ts'

/** Commands to devices by their ids, for the factory, whose list of devices is the sheet in front of it. */
export function CommandSendScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { terminalID } = useSearch({ strict: false }) as { terminalID?: string }
  const chosen = readDevices(terminalID).slice(0, maxDevices)
  const choose = (ids: readonly string[]) =>
    void navigate({
      to: '.',
      search: { terminalID: writeDevices([...new Set(ids)].slice(0, maxDevices)) } as never,
    })
  return (
    <Page
      title={t('commands.factory.send')}
      actions={
        <DeviceLookup
          button={t('commands.add')}
          onDevice={(text) => {
            const { ids } = readIds(text)
            choose([...chosen, ...ids])
            return ids.length > 0
          }}
        />
      }
    >
      {chosen.length === 0 ? (
        <EmptyState title={t('commands.noDevice')} text={t('commands.noDeviceText', { max: maxDevices })} />
      ) : (
        <CommandDesk terminalIDs={chosen} onRemove={(id) => choose(chosen.filter((each) => each !== id))} />
      )}
    </Page>
  )
}
