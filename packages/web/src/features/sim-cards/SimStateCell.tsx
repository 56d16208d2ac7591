import type { SimCard } from '@trackway/core/features/sim-cards/calls.ts'
import type { SimState } from '@trackway/core/features/sim-cards/sim-codes.ts'
import { Flex, Tag } from 'antd'
import { useTexts } from '../../base/use-texts.ts'

const colours: Record<SimState, string> = {
  testable: 'processing',
  stock: 'default',
  ready: 'processing',
  active: 'success',
  suspended: 'warning',
  closed: 'error',
  unknown: 'default',
}

type Facts = Pick<SimCard, 'state'> &
  Partial<Pick<SimCard, 'action' | 'actionStage' | 'actionTime' | 'actionFailure'>>

/** The state of a card, and what its operator is told to do with it. */
export function SimStateCell({ card }: { card: Facts }) {
  const { t, format } = useTexts()
  const { state, action, actionStage, actionTime = null, actionFailure } = card
  return (
    <Flex component="span" vertical align="start" gap={2} className="tw-nowrap">
      <Tag color={colours[state]}>{t(`reports.simState.${state}`)}</Tag>
      {action && (
        <small className={actionStage === 'failed' ? 'tw-danger' : 'tw-muted'}>
          {t(`simCards.stage.${actionStage}`, {
            action: t(`reports.simAction.${action}`),
            time: actionTime === null ? '' : format.dateTime(actionTime),
            reason: actionFailure ? t(`reports.simFailure.${actionFailure}`) : '',
          })}
        </small>
      )}
    </Flex>
  )
}
