import { SwapOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { durationIds, durations } from '@trackway/core/codes/durations.ts'
import { type CardHolder, cardCalls, cardHolderList } from '@trackway/core/features/cards/calls.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Stat, Stats } from '../../ui/layout/Stat.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { useBillingTabs } from '../ledger/use-billing-tabs.ts'
import { ServiceTimeButton } from '../service-terms/ServiceTimeButton.tsx'
import { durationText } from './duration-text.ts'

/** The cards that the account holds, and those of the agents below it. */
export function CardsScreen() {
  const { t, format } = useTexts()
  const [agent, setAgent] = useState<CardHolder | null>(null)
  const { data } = useCall(['list', 'cards', 'own'], cardCalls.find, { pageSize: 1 })
  const own = data?.own
  return (
    <Page
      title={t('billing.title')}
      tabs={useBillingTabs()}
      actions={
        <>
          <ServiceTimeButton />
          <Link
            to="/index/device/deviceList"
            search={{ due: 'expiring', sort: 'expireTime', isDescending: false }}
          >
            <Button type="primary">{t('cards.renewExpiring')}</Button>
          </Link>
        </>
      }
    >
      {own !== null && (
        <Stats label={t('cards.own')}>
          {durationIds.map((id) => (
            <Stat
              key={id}
              label={durationText(t, id)}
              value={own && format.number(own[durations[id].name])}
            />
          ))}
        </Stats>
      )}
      <ListScreen
        list={cardHolderList}
        rowActions={[
          {
            label: 'cards.transfer',
            icon: <SwapOutlined />,
            call: cardCalls.transfer,
            run: (row: CardHolder) => setAgent(row),
          },
        ]}
      />
      <FormDialog
        call={cardCalls.transfer}
        isOpen={agent !== null}
        title={t('cards.transfer', { name: agent?.username })}
        submitLabel={t('cards.save')}
        onClose={() => setAgent(null)}
        label={(name) => t(`cards.field.${name}`)}
        initial={agent ? { userId: agent.id } : {}}
        fields={[
          { name: 'duration', word: (id: string) => durationText(t, id) },
          { name: 'count', help: t('cards.countHelp') },
          'remark',
        ]}
        refusals={{ notEnoughCards: 'count' }}
        rereads={['list']}
        done={({ count }) => t('cards.transferred', { shown: format.number(count) })}
      />
    </Page>
  )
}
