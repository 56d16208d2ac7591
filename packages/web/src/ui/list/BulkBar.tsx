import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import type { BulkOutput, Call } from '@trackway/core/api/call.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import type { BulkAction, List } from '@trackway/core/lists/list.ts'
import { App, Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../actions/ActionButton.tsx'
import { DisabledReason } from '../DisabledReason.tsx'
import { confirm } from '../form/confirm.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import styles from './list.module.css'
import type { RowId, Selection } from './use-selection.ts'

/** What stands in one row at 1440 px; what is beyond is in a menu. */
const mostButtons = 6

/** Many rows may take their time: each is a change of its own. */
const bulkMs = 5 * 60_000

export interface BulkBarProps {
  list: List
  selection: Selection
  filter: object
  total: number
  nameOf: (id: RowId) => string
  /** What an action asks for, where that is not told by its keys. */
  bulkFields?: Record<string, readonly unknown[]> | undefined
  /** What else can be done with those chosen: by their ids, or all that the filter finds. */
  bulkMore?: ((chosen: { ids: readonly RowId[] } | { filter: object }) => ReactNode) | undefined
  /** After an action that asks for nothing: what its reply says beside how many were done. */
  onBulk?: ((action: BulkAction, output: BulkOutput) => void) | undefined
  /** Says what was done, where more is to be said of it than how many. */
  onDone?: (output: BulkOutput) => void
  /** How many rows these calls take at once; left out: as many as most calls do. */
  most?: number
}

/** What is chosen, and what can be done with all of it. Rows that were refused stay chosen. */
export function BulkBar(props: BulkBarProps) {
  const { list, selection, filter, total, nameOf, bulkFields, onBulk, onDone } = props
  const { most = limits.devicesPerOperation } = props
  const { t, format, toText } = useTexts()
  const { message, modal } = App.useApp()
  const { permissions, isDemo } = useUser()
  const [busy, setBusy] = useState<string | null>(null)
  const [asking, setAsking] = useState<BulkAction | null>(null)
  const { ids, isAll, count, isTooMany } = selection
  const shown = format.number(count)
  const actions = list.bulk.filter(
    ({ call }) => typeof call.permission === 'string' || holdsAny(permissions, call.permission),
  )
  const buttons = actions.slice(0, actions.length > mostButtons ? mostButtons - 1 : mostButtons)
  const inMenu = actions.slice(buttons.length)
  const reason = isDemo
    ? t('result.demoAccount')
    : isTooMany
      ? t('lists.tooMany', { most: format.number(most) })
      : null

  const inputOf = ({ input, idsKey = 'ids', confirms }: BulkAction) => ({
    ...(isAll ? { filter } : { [idsKey]: ids }),
    ...(confirms && { [confirms]: count }),
    ...input,
  })
  const run = async (action: BulkAction) => {
    setBusy(action.name)
    try {
      const output = await api(action.call, inputOf(action) as never, { timeoutMs: bulkMs })
      tell(output as BulkOutput)
      onBulk?.(action, output as BulkOutput)
    } finally {
      setBusy(null)
      await reread('list')
    }
  }
  const tell = (output: BulkOutput) => {
    const { done, failed } = output
    if (onDone) onDone(output)
    else if (done > 0) message.success(t('lists.done', { count: done, shown: format.number(done) }))
    if (failed.length > 0) tellFailures(failed)
    selection.replace(failed.map(({ id }) => id))
  }
  const tellFailures = (failed: BulkOutput['failed']) =>
    modal.warning({
      title: t('lists.notDone', { count: failed.length, shown: format.number(failed.length) }),
      content: (
        <ul className={styles.refused}>
          {failed.map(({ id, result }) => (
            <li key={id}>
              <strong>{nameOf(id)}</strong> {t(`result.${result}`)}
            </li>
          ))}
        </ul>
      ),
    })
  const start = (action: BulkAction) => {
    const label = t(`list.bulk.${action.name}`)
    if (action.asks) return setAsking(action)
    if (!action.isDangerous) return run(action).catch((error: unknown) => message.error(toText(error)))
    confirm({
      title: t('lists.sure', { label, count, shown }),
      text: t([`list.sureOf.${action.name}`, 'lists.sureText']),
      okLabel: label,
      // What cannot be undone for many is not done by one click.
      typed: count > 1 || action.confirms ? String(count) : undefined,
      onOk: () => run(action),
    })
  }

  return (
    <div className={`${styles.bulk} tw-row tw-wrap`} role="toolbar" aria-label={t('lists.selection')}>
      <Button
        type="text"
        icon={<CloseOutlined />}
        title={t('lists.unselect')}
        aria-label={t('lists.unselect')}
        onClick={() => selection.replace([])}
      />
      <strong role="status">{t('lists.selected', { count, shown })}</strong>
      {!isAll && total > count && (
        <Button type="link" onClick={selection.chooseAll}>
          {t('lists.selectAll', { total: format.number(total) })}
        </Button>
      )}
      {buttons.map((action) => (
        <ActionButton
          key={action.name}
          reason={reason}
          danger={action.isDangerous ?? false}
          disabled={busy !== null}
          loading={busy === action.name}
          onClick={() => void start(action)}
        >
          {t(`list.bulk.${action.name}`)}
        </ActionButton>
      ))}
      {inMenu.length > 0 && (
        <DisabledReason reason={reason}>
          <Dropdown
            trigger={['click']}
            disabled={reason !== null || busy !== null}
            menu={{
              items: inMenu.map((action) => ({
                key: action.name,
                label: t(`list.bulk.${action.name}`),
                danger: action.isDangerous ?? false,
                onClick: () => void start(action),
              })),
            }}
          >
            <Button icon={<DownOutlined />} iconPlacement="end">
              {t('lists.more')}
            </Button>
          </Dropdown>
        </DisabledReason>
      )}
      {props.bulkMore?.(isAll ? { filter } : { ids })}
      {asking?.asks && (
        <FormDialog
          isOpen
          call={asking.call as Call}
          title={t(`list.bulk.${asking.name}`)}
          submitLabel={t('lists.apply', { count, shown })}
          onClose={() => setAsking(null)}
          initial={inputOf(asking)}
          fields={(bulkFields?.[asking.name] ?? [asking.asks].flat()) as never}
          label={(name: string) => t(`reports.column.${name}`)}
          rereads={['list']}
          onDone={(output) => tell(output as BulkOutput)}
        />
      )}
    </div>
  )
}
