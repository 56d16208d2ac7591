import { ArrowUpOutlined } from '@ant-design/icons'
import { type BaseMapId, baseMapIds, mapOrderCalls } from '@trackway/core/features/map-order/calls.ts'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { baseMapById, isAvailable } from './base-maps.ts'
import styles from './MapOrderPanel.module.css'
import { loadMapSettings } from './map-settings.ts'
import { defaultOrder, useBaseMap } from './use-base-map.ts'

/** In which order maps are tried: of one's account and those below it, or of everybody. */
export function MapOrderPanel({ isOperators = false }: { isOperators?: boolean }) {
  const { t } = useTranslation()
  const { act } = useAction()
  const { isDemo } = useUser()
  const settings = useBaseMap((state) => state.settings)
  const [draft, setDraft] = useState<readonly BaseMapId[] | null>(null)
  const { data, refetch } = useCall(['mapOrder'], mapOrderCalls.find, {})
  if (!data) return null
  const own = isOperators ? data.operators : data.own
  const stored = (isOperators ? own : data.order) ?? []
  const order = draft ?? [...new Set([...stored, ...defaultOrder(false), ...baseMapIds])]
  const save = (next: readonly BaseMapId[] | null) =>
    act(async () => {
      await api(isOperators ? mapOrderCalls.saveOperators : mapOrderCalls.save, {
        order: next && [...next],
      })
      setDraft(null)
      await Promise.all([refetch(), loadMapSettings(true)])
      return t('map.order.saved')
    })
  return (
    <Panel title={t(isOperators ? 'map.order.operators' : 'map.order.title')}>
      <p className="tw-muted">{t('map.order.note')}</p>
      {own === null && (
        <p className="tw-muted">{t(isOperators ? 'map.order.unset' : 'map.order.inherited')}</p>
      )}
      <ol className={styles.order}>
        {order.map((id, index) => (
          <li key={id} className="tw-touch tw-line-below">
            <span>
              {t(`map.base.${id}`)}
              {!isAvailable(baseMapById(id), settings) && (
                <small className="tw-muted"> · {t('map.needsKey')}</small>
              )}
            </span>
            {!isDemo && index > 0 && (
              <Button
                type="text"
                icon={<ArrowUpOutlined />}
                aria-label={t('map.order.earlier', { map: t(`map.base.${id}`) })}
                onClick={() => setDraft(order.toSpliced(index, 1).toSpliced(index - 1, 0, id))}
              />
            )}
          </li>
        ))}
      </ol>
      {isDemo ? (
        <p className="tw-muted">{t('result.demoAccount')}</p>
      ) : (
        <Flex gap={8}>
          <Button type="primary" disabled={draft === null} onClick={() => void save(order)}>
            {t('map.order.save')}
          </Button>
          {own !== null && (
            <Button onClick={() => void save(null)}>
              {t(isOperators ? 'map.order.reset' : 'map.order.inherit')}
            </Button>
          )}
        </Flex>
      )}
    </Panel>
  )
}
