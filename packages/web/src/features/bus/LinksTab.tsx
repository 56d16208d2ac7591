import { type BusLine, busCalls, busShareList } from '@trackway/core/features/bus/calls.ts'
import { Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { LinkMade } from '../../ui/link/LinkMade.tsx'
import { ShareList } from '../../ui/shares/ShareList.tsx'

const defaultDays = 30

/** Links to the public page of the line: makes them, lists those that work and ends them. */
export function LinksTab({ line }: { line: BusLine }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<{ path: string; expireTime: number } | null>(null)
  return (
    <Flex vertical gap={16} className="tw-scroll">
      <Panel title={t('bus.links.make')}>
        <p className="tw-muted">{t('bus.links.text')}</p>
        <div className="tw-narrow tw-gap-above">
          <CallForm
            call={busCalls.share}
            submitLabel={t('bus.links.make')}
            label={(name) => t(`bus.links.${name}`)}
            initial={{ id: line.id, days: defaultDays }}
            fields={['days']}
            rereads={['list']}
            onDone={setMade}
          />
        </div>
        {made && (
          <div className="tw-gap-above">
            <LinkMade {...made} />
          </div>
        )}
      </Panel>
      <ShareList
        list={busShareList}
        given={{ lineId: line.id }}
        revoke={busCalls.revokeShare}
        label="bus.links.revoke"
      />
    </Flex>
  )
}
