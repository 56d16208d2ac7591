import type { SimCard } from '@trackway/core/features/sim-cards/calls.ts'
import { Flex, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { unknown } from '../../base/format.ts'

type Facts = Pick<
  SimCard,
  'mismatch' | 'terminalID' | 'reportedIccid' | 'reportedTerminalID' | 'enteredIccid' | 'enteredTerminalID'
>

/** What does not fit, and what it should be. */
export function MismatchCell({ card }: { card: Facts }) {
  const { t } = useTranslation()
  if (card.mismatch === null) return <span className="tw-muted">{unknown}</span>
  return (
    <Flex component="span" vertical align="start" gap={2} className="tw-nowrap">
      <Tag color="warning">{t(`reports.simMismatch.${card.mismatch}`)}</Tag>
      <small className="tw-muted">{t(...detailOf(card))}</small>
    </Flex>
  )
}

/** Key and values of the text that says what was found. */
function detailOf({
  mismatch,
  terminalID,
  reportedIccid,
  reportedTerminalID,
  enteredIccid,
  enteredTerminalID,
}: Facts): [string, Record<string, string | null>] {
  const isReportedElsewhere = reportedTerminalID !== null && reportedTerminalID !== terminalID
  if (isReportedElsewhere) return ['simCards.found.reportedBy', { id: reportedTerminalID }]
  if (mismatch === 'reported') return ['simCards.found.reports', { iccid: reportedIccid }]
  if (enteredTerminalID !== null && enteredTerminalID !== terminalID)
    return ['simCards.found.enteredFor', { id: enteredTerminalID }]
  return ['simCards.found.entered', { iccid: enteredIccid }]
}
