import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import type { JigResult, JigUnit } from '@trackway/core/features/jig-results/calls.ts'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'

const looks = {
  passed: { color: 'success', icon: <CheckCircleFilled /> },
  failed: { color: 'error', icon: <CloseCircleFilled /> },
} as const

/** Where a device stands: passed, failed, or not tested by all yet. */
export function UnitState({ state }: Pick<JigUnit, 'state'>) {
  const { t } = useTranslation()
  const look = state === 'incomplete' ? {} : looks[state]
  return <Tag {...look}>{t(`reports.unitState.${state}`)}</Tag>
}

/** Our verdict, by colour and shape; a sign says that the jig says otherwise. */
export function Verdict({
  result: { isPassed, claimed },
}: {
  result: Pick<JigResult, 'isPassed' | 'claimed'>
}) {
  const { t } = useTranslation()
  const verdict = isPassed ? 'passed' : 'failed'
  const isDisputed = claimed !== null && claimed !== isPassed
  return (
    <>
      <Tag {...looks[verdict]}>{t(`reports.jigVerdict.${verdict}`)}</Tag>
      {isDisputed && (
        <Tag color="warning" icon={<ExclamationCircleFilled />}>
          {t('reports.jigVerdict.disputed')}
        </Tag>
      )}
    </>
  )
}
