import type { BulkOutput } from '@trackway/core/api/call.ts'
import { type DurationId, durationIds, durations } from '@trackway/core/codes/durations.ts'
import { cardCalls, type RenewalPreview, silentDays } from '@trackway/core/features/cards/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { Alert, App, Checkbox, Flex, Segmented } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'

/** Devices by their ids, or all that a filter of their list finds. */
export type ChosenDevices = { ids: readonly (string | number)[] } | { filter: object }

const dayMs = 86_400_000
const renewMs = 5 * 60_000

/** For how long, what that comes to, and of each device its last contact and new end. */
export function RenewDialog({ chosen, onClose }: { chosen: ChosenDevices; onClose: () => void }) {
  const { t, format, toText } = useTexts()
  const { message, modal } = App.useApp()
  const { act, isBusy } = useAction()
  const [duration, setDuration] = useState<DurationId>(3)
  const [isUserToo, setIsUserToo] = useState(true)
  const input = {
    ...('ids' in chosen ? { terminalIDs: chosen.ids.map(String) } : { filter: { ...chosen.filter } }),
    duration,
    target: isUserToo ? ('both' as const) : ('platform' as const),
  }
  const { data, error } = useCall(['cards', 'preview', input], cardCalls.preview, input, { retry: false })
  const missing = data && data.held !== null ? Math.max(0, data.needed - data.held) : 0
  const renew = () =>
    act(async () => {
      const { done, failed }: BulkOutput = await api(cardCalls.renew, input, { timeoutMs: renewMs })
      await reread('list', 'cards')
      onClose()
      if (done > 0) message.success(t('cards.renewed', { count: done, shown: format.number(done) }))
      if (failed.length > 0)
        modal.warning({
          title: t('lists.notDone', { count: failed.length, shown: format.number(failed.length) }),
          content: failed.map(({ id, result }) => <p key={id}>{`${id} ${t(`result.${result}`)}`}</p>),
        })
    })
  const reason = !data
    ? t('app.loading')
    : missing > 0
      ? t('cards.missing', { count: missing, shown: format.number(missing) })
      : data.needed === 0
        ? t('cards.noneToRenew')
        : undefined
  const count = data?.needed ?? 0
  return (
    <Dialog
      open
      width={860}
      title={t('cards.renewTitle')}
      onCancel={onClose}
      footer={
        <ActionButton
          type="primary"
          {...(reason !== undefined && { reason })}
          loading={isBusy}
          onClick={() => void renew()}
        >
          {t('cards.renewCount', { count, shown: format.number(count) })}
        </ActionButton>
      }
    >
      <Flex vertical gap={16}>
        <Segmented
          aria-label={t('cards.field.duration')}
          value={duration}
          options={durationIds.map((value) => ({
            value,
            label: t(`reports.column.${durations[value].name}Cards`),
          }))}
          onChange={setDuration}
        />
        <Checkbox checked={isUserToo} onChange={(event) => setIsUserToo(event.target.checked)}>
          {t('cards.userToo')}
        </Checkbox>
        {error ? (
          <EmptyState title={toText(error)} />
        ) : !data ? (
          <ContentLoading />
        ) : (
          <>
            <strong data-testid="renewal-sum" className={missing > 0 ? 'tw-danger' : undefined}>
              {t(data.held === null ? 'cards.needed' : 'cards.neededHeld', {
                count,
                shown: format.number(count),
                held: format.number(data.held ?? 0),
              })}
            </strong>
            {data.silent > 0 && (
              <Alert
                type="warning"
                title={t('cards.silent', {
                  count: data.silent,
                  shown: format.number(data.silent),
                  days: silentDays,
                })}
              />
            )}
            {data.refused > 0 && (
              <span>{t('cards.refused', { count: data.refused, shown: format.number(data.refused) })}</span>
            )}
            <Previews list={data.list} />
          </>
        )}
      </Flex>
    </Dialog>
  )
}

function Previews({ list }: { list: readonly RenewalPreview[] }) {
  const { t, format } = useTexts()
  const [now] = useState(Date.now)
  const contact = ({ stateTime }: RenewalPreview) => {
    if (stateTime === null) return t('reports.state.inactive')
    const days = Math.floor((now - stateTime) / dayMs)
    const text = t('cards.heard', { count: days })
    return days < silentDays ? text : <span className="tw-warning">{text}</span>
  }
  const end = (time: number | null, months: number | null) => {
    if (months !== null) return t('cards.fromActivation', { count: months })
    return time === null ? t('cards.noEnd') : format.date(time)
  }
  return (
    <PlainTable
      rowKey="terminalID"
      dataSource={list}
      pageSize={10}
      columns={[
        { title: t('reports.column.displayName'), render: (row: RenewalPreview) => displayName(row) },
        { title: t('reports.column.username'), dataIndex: 'username' },
        { title: t('cards.field.lastContact'), render: contact },
        {
          title: t('cards.field.voltage'),
          render: ({ externalVoltageV: volts }: RenewalPreview) =>
            volts === null ? '–' : format.volts(volts),
        },
        {
          title: t('cards.field.endsNow'),
          render: ({ platformExpireTime, platformMonths }: RenewalPreview) =>
            end(platformExpireTime, platformMonths),
        },
        {
          title: t('cards.field.endsThen'),
          render: ({ result, renewedTime, renewedMonths }: RenewalPreview) =>
            result === null ? end(renewedTime, renewedMonths) : t(`result.${result}`),
        },
      ]}
    />
  )
}
