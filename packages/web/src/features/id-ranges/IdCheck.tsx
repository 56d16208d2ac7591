import { type CheckedId, idRangeCalls } from '@trackway/core/features/id-ranges/calls.ts'
import { Button, Flex, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

const maxIds = 1_000

/** Whether pasted or scanned ids are right, in a range, handed out and used. */
export function IdCheck() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [ids, setIds] = useState<string[] | null>(null)
  const lines = [...new Set(text.normalize('NFKC').split(/[\s,;]+/))]
    .filter((line) => line !== '')
    .slice(0, maxIds)
  const checked = useCall(['idRanges', 'check', ids], idRangeCalls.check, ids && { ids })
  return (
    <div className="tw-inset-on-phone tw-column tw-fill tw-gap-12">
      <Panel label={t('idRanges.check.label')}>
        <Flex vertical gap={12} align="start">
          <Input.TextArea
            autoFocus
            rows={ids === null ? 8 : 3}
            value={text}
            aria-label={t('idRanges.check.label')}
            placeholder={t('idRanges.check.hint')}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="primary" disabled={lines.length === 0} onClick={() => setIds(lines)}>
            {t('idRanges.check.go')}
          </Button>
        </Flex>
      </Panel>
      {checked.data ? (
        <Panel label={t('idRanges.check.results')}>
          <ul className="tw-grid tw-gap-6">
            {checked.data.list.map((row) => (
              <li key={row.id} className="tw-row tw-wrap tw-gap-12">
                <strong className="tw-number">{row.id}</strong>
                <span>
                  {wordsOf(row)
                    .map((key) => t(`idRanges.check.${key}`))
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      ) : (
        <EmptyState title={t('idRanges.check.none')} text={t('idRanges.check.noneText')} />
      )}
    </div>
  )
}

/** Keys of what is said of an id. */
function wordsOf({ luhn, rangeId, isIssued, usedBy }: CheckedId): string[] {
  return [
    ...(luhn === false ? ['wrongDigit'] : []),
    rangeId === null ? 'outside' : 'inRange',
    ...(isIssued ? ['issued'] : []),
    usedBy ?? 'free',
  ]
}
