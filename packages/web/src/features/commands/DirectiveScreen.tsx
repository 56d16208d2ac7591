import { createLink, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import { readDevices, writeDevices } from '../../ui/vehicles/vehicle-list.ts'
import { CommandDesk } from './desk/CommandDesk.tsx'
import { CommandLog } from './desk/CommandLog.tsx'
import { SavedOrders } from './desk/SavedOrders.tsx'
import { maxDevices } from './desk/use-offered.ts'
import { type DirectiveTab, directiveTabs } from './directive-url.ts'

interface DirectiveSearch {
  terminalID?: string
  tab?: DirectiveTab
}

const LinkButton = createLink(Button)

/** Commands to devices: sends them, and shows how far they have come, what waits, and what was saved. */
export function DirectiveScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { terminalID, tab = 'send' } = useSearch({ strict: false }) as DirectiveSearch
  const mayBatch = useCan('main:devices')
  const chosen = readDevices(terminalID).slice(0, maxDevices)
  const go = (search: DirectiveSearch) =>
    void navigate({
      to: '.',
      search: ((was: object) => ({ ...was, pageNum: undefined, ...search })) as never,
    })
  const choose = (ids: readonly string[]) => go({ terminalID: writeDevices(ids.slice(0, maxDevices))! })
  const picker = <VehiclePicker userId={undefined} isNone={tab === 'send'} value={chosen} onChange={choose} />
  return (
    <Page
      title={t('commands.title')}
      tabs={{
        activeKey: tab,
        onChange: (key) => go({ tab: key as DirectiveTab }),
        items: directiveTabs.map((key) => ({ key, label: t(`commands.tab.${key}`) })),
      }}
      actions={
        <>
          {tab === 'send' && picker}
          {mayBatch && <LinkButton to="/index/device/multipleCmd">{t('commands.factory.many')}</LinkButton>}
        </>
      }
    >
      {tab === 'send' &&
        (chosen.length === 0 ? (
          <EmptyState title={t('commands.noDevice')} text={t('commands.noDeviceText', { max: maxDevices })} />
        ) : (
          <CommandDesk terminalIDs={chosen} onRemove={(id) => choose(chosen.filter((each) => each !== id))} />
        ))}
      {(tab === 'history' || tab === 'waiting') && (
        <CommandLog key={tab} terminalIDs={chosen} isWaiting={tab === 'waiting'} tools={picker} />
      )}
      {tab === 'orders' && <SavedOrders />}
    </Page>
  )
}
