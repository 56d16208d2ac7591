import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import type { BulkOutput, Call } from '@trackway/core/api/call.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { Button, Dropdown } from 'antd'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../actions/ActionButton.tsx'
import { DisabledReason } from '../DisabledReason.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import styles from './list.module.css'
import { type BulkBarProps, useBulkAction } from './use-bulk-action.tsx'

/** What fits in one row at 1440 px; what is beyond is in a menu. */
const mostButtons = 6

/** What is chosen, and what can be done with all of it. Rows that were refused stay chosen. */
export function BulkBar(props: BulkBarProps) {
  const { list, selection, filter, total, bulkFields } = props
  const { most = limits.devicesPerOperation } = props
  const { t, format } = useTexts()
  const { permissions, isDemo } = useUser()
  const { busy, openAction, setOpenAction, inputOf, start, showResult } = useBulkAction(props)
  const { ids, isAll, count, isTooMany } = selection
  const shown = format.number(count)
  const actions = list.bulk.filter(
    ({ call, permission = [] }) =>
      (typeof call.permission === 'string' || holdsAny(permissions, call.permission)) &&
      holdsAny(permissions, permission),
  )
  const buttons = actions.slice(0, actions.length > mostButtons ? mostButtons - 1 : mostButtons)
  const inMenu = actions.slice(buttons.length)
  const reason = isDemo
    ? t('result.demoAccount')
    : isTooMany
      ? t('lists.tooMany', { most: format.number(most) })
      : null

  return (
    <div
      className={`${styles.bulk} tw-padded-strip tw-soft tw-row tw-wrap`}
      role="toolbar"
      aria-label={t('lists.selection')}
    >
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
      {openAction?.fieldKeys && (
        <FormDialog
          isOpen
          call={openAction.call as Call}
          title={t(`list.bulk.${openAction.name}`)}
          submitLabel={t(`list.act.${openAction.name}`, { count, shown })}
          onClose={() => setOpenAction(null)}
          initial={inputOf(openAction)}
          fields={(bulkFields?.[openAction.name] ?? [openAction.fieldKeys].flat()) as never}
          label={(name: string) => t(`reports.column.${name}`)}
          rereads={['list']}
          onDone={(output) => showResult(output as BulkOutput)}
        />
      )}
    </div>
  )
}
