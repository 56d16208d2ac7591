import { SendOutlined } from '@ant-design/icons'
import { Flex } from 'antd'
import { useMemo } from 'react'
import { useCan } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { CallForm } from '../../../ui/form/CallForm.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { VehiclePicker } from '../../../ui/vehicles/VehiclePicker.tsx'
import { TaskForecast } from '../../tasks/TaskForecast.tsx'
import { formCallOf } from '../desk/form/CommandForm.tsx'
import { firstValues, parameterFields } from '../desk/form/parameter-fields.tsx'
import { BatchFields } from './BatchFields.tsx'
import styles from './batches.module.css'
import { PreviewTable } from './PreviewTable.tsx'
import { useBatchSend } from './use-batch-send.ts'

interface BatchSendProps {
  /** Shows what becomes of it. */
  onSent: (jobId: number) => void
}

/** One command to many devices: a list of them, the command, the pace, and what it would do, before it is sent. */
export function BatchSend({ onSent }: BatchSendProps) {
  const { t } = useTexts()
  const maySeeVehicles = useCan('main:monitor')
  const { fields, preview } = useBatchSend(onSent)
  const { code } = fields.draft
  const { prepared, good } = preview
  const formCall = useMemo(() => formCallOf(code), [code])
  return (
    <div className={`${styles.form} tw-stacked-when-narrow tw-inset-on-phone tw-fill tw-grid tw-gap-16`}>
      <Panel label={t('commands.batch.title')}>
        <Flex vertical gap={16} className="tw-scroll tw-shrink-down">
          {maySeeVehicles && (
            <VehiclePicker
              userId={undefined}
              isNone
              block
              value={fields.ids}
              onChange={(chosen) => fields.change({ text: chosen.join('\n') })}
            />
          )}
          <BatchFields {...fields} />
          <CallForm
            key={code}
            call={{ ...formCall, demo: true }}
            submitLabel={t('commands.batch.preview')}
            label={(field) => t(`command.field.${field}`, { defaultValue: field })}
            fields={parameterFields(code, t)}
            initial={firstValues(code, null)}
            send={(input) => preview.prepare(input) as Promise<Record<string, never>>}
          />
        </Flex>
      </Panel>
      <Panel title={t('commands.batch.previewTitle')}>
        {prepared === null ? (
          <EmptyState title={t('commands.batch.noPreview')} text={t('commands.batch.noPreviewText')} />
        ) : (
          <Flex vertical gap={12} className="tw-scroll tw-shrink-down">
            <Flex gap={12} align="center" wrap>
              <ActionButton
                type="primary"
                icon={<SendOutlined />}
                danger={preview.isFeared}
                loading={preview.isBusy}
                disabled={good.length === 0}
                onClick={preview.send}
              >
                {t('commands.batch.send', { count: good.length })}
              </ActionButton>
              <TaskForecast
                devices={good.length}
                perSecond={fields.perSecond}
                startTime={fields.draft.start}
              />
            </Flex>
            <PreviewTable previews={prepared.previews} />
          </Flex>
        )}
      </Panel>
    </div>
  )
}
