import { DeleteOutlined } from '@ant-design/icons'
import type { Call } from '@trackway/core/api/call.ts'
import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import { App, Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { useIsNarrow, useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { confirm } from '../form/confirm.ts'
import { type MenuItems, RowMenu } from '../RowMenu.tsx'
import styles from './list.module.css'

/** What can be done with one row of a list. */
export interface RowAction<Row> {
  /** Text key of its words, in which `{{name}}` is the row's. */
  label: string
  /** Without one the words are shown. */
  icon?: ReactNode
  /** The call that it makes, or the dialog that it opens: who may make that sees it. */
  call?: Call
  /** Any one of these keys, where there is no call. */
  permission?: readonly Permission[]
  isFor?: (row: Row) => boolean
  /** Text key of why it cannot be done now; the action then stays visible, disabled, with this reason. */
  refusal?: string | null
  isDangerous?: boolean
  /** The confirmation before it: text keys of what happens and of the button, and what must be typed. */
  confirm?: { text: string; ok: string; typed?: (row: Row) => string }
  /** Left out: makes the call, with what its input has in common with the row. */
  run?: (row: Row) => unknown
  /** Text key of the message when it is done. */
  done?: string
}

/** Deletes a row, after a confirmation. @param texts prefix of the keys `delete`, `deleteText`, `deleteOk`, `deleted` */
export function deletion<Row>(call: Call, texts: string): RowAction<Row> {
  return {
    label: `${texts}.delete`,
    icon: <DeleteOutlined />,
    call,
    isDangerous: true,
    confirm: { text: `${texts}.deleteText`, ok: `${texts}.deleteOk` },
    done: `${texts}.deleted`,
  }
}

function makeCall(call: Call, row: object) {
  const { shape } = call.input as z.ZodObject
  return api(call, Object.fromEntries(Object.entries(row).filter(([key]) => key in shape)))
}

/** Does somebody with the held permissions have one of the required ones? */
export const isOpenTo = (held: readonly Permission[], permission: RowAction<never>['permission'] | string) =>
  !Array.isArray(permission) || holdsAny(held, permission)

interface RowActionsProps<Row> {
  actions: readonly RowAction<Row>[]
  row: Row
  name: string
  /** A menu after the buttons that begins with the items it is given. */
  menu?: ((folded: MenuItems) => ReactNode) | undefined
}

/** Buttons of a row between the widths of a phone and a desk; others would push its columns out of view. */
const mostOnTablet = 2

/** The buttons of a row. What one of them changed is read again. */
export function RowActions<Row>({ actions, row, name, menu }: RowActionsProps<Row>) {
  const { t, toText } = useTexts()
  const { permissions, isDemo } = useUser()
  const { message } = App.useApp()
  const [busy, setBusy] = useState<string | null>(null)
  const isPhone = useIsPhone()
  const isTablet = useIsNarrow() && !isPhone

  const run = async ({ run, call, done }: RowAction<Row>) => {
    const result = run ? run(row) : makeCall(call!, row as object)
    if (!(result instanceof Promise)) return
    await result
    if (done) message.success(t(done, { name }))
    await reread('list')
  }
  const start = async (action: RowAction<Row>) => {
    const { label, confirm: dialog } = action
    if (dialog)
      return confirm({
        title: t(label, { name }),
        text: t(dialog.text),
        okLabel: t(dialog.ok),
        typed: dialog.typed?.(row),
        onOk: () => run(action),
      })
    setBusy(label)
    // The message's own promise ends when it is closed: nobody waits for that.
    await run(action).catch((error: unknown) => void message.error(toText(error)))
    setBusy(null)
  }

  const shown = actions.filter(({ call, permission = call?.permission, isFor }) => {
    return (isFor?.(row) ?? true) && isOpenTo(permissions, permission)
  })
  const isFolded = isTablet && shown.length + (menu ? 1 : 0) > mostOnTablet + 1
  const buttons = isFolded ? shown.slice(0, mostOnTablet) : shown
  const refusalOf = ({ call, refusal }: RowAction<Row>) =>
    isDemo && call?.demo === false ? t('result.demoAccount') : refusal ? t(refusal) : null
  const folded = shown.slice(buttons.length).map((action) => ({
    key: action.label,
    icon: action.icon,
    label: t(action.label, { name }),
    danger: action.isDangerous ?? false,
    disabled: refusalOf(action) !== null || busy !== null,
    title: refusalOf(action) ?? '',
    onClick: () => void start(action),
  }))
  const drawn = buttons.map((action) => {
    const { label, icon, isDangerous = false } = action
    const words = t(label, { name })
    const refused = refusalOf(action)
    const tip = icon ? [words, refused].filter(Boolean).join(': ') : refused
    return (
      <Tooltip key={label} title={tip} mouseEnterDelay={0.4}>
        <Button
          {...(icon ? { type: 'text', icon } : { color: 'primary', variant: 'filled', children: words })}
          danger={isDangerous}
          // Busy ones take no second click: cancelling twice would remove what is listed.
          loading={busy === label}
          aria-label={words}
          aria-disabled={refused !== null}
          className={refused === null ? '' : styles.refusedAction!}
          onClick={() => refused === null && busy === null && void start(action)}
          onDoubleClick={(event) => event.stopPropagation()}
        />
      </Tooltip>
    )
  })
  return (
    <>
      {drawn}
      {menu ? menu(folded) : folded.length > 0 && <RowMenu name={name} items={folded} />}
    </>
  )
}
