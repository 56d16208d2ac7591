import { useNavigate } from '@tanstack/react-router'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { Dropdown, Menu } from 'antd'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../../../base/language.ts'
import { useUser } from '../../../base/session.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Sheet } from '../../../ui/layout/Sheet.tsx'
import { actionsFor, type MonitorVerbs, type VehicleAction } from './vehicle-actions.tsx'

/** For which vehicles a menu is open, and where on the page. */
export interface VehicleMenuAt {
  devices: readonly Location[]
  x: number
  y: number
}

interface VehicleMenuProps {
  at: VehicleMenuAt
  verbs: MonitorVerbs
  onClose: () => void
}

/** What can be done with a vehicle, or with several: a menu at the pointer, on a phone a sheet. */
export function VehicleMenu({ at, verbs, onClose }: VehicleMenuProps) {
  const { devices, x, y } = at
  const { t, format } = useTexts()
  const navigate = useNavigate()
  const language = useLanguage((state) => state.language)
  const held = useUser().permissions
  const isPhone = useIsPhone()
  const before = useRef(document.activeElement as HTMLElement | null)
  const actions = actionsFor(devices, (permission) => holdsAny(held, permission))
  const title =
    devices.length === 1
      ? devices[0]!.displayName
      : t('locations.chosen', { count: devices.length, number: format.number(devices.length) })

  // The keyboard goes on where it was.
  useEffect(() => () => before.current?.focus({ preventScroll: true }), [])

  const run = ({ link, url, verb }: VehicleAction) => {
    onClose()
    if (link) void navigate(link(devices) as never)
    else if (url) window.open(url(devices[0]!, language), '_blank', 'noreferrer')
    else if (verb) verbs[verb](devices)
  }
  const items = actions.map((action) => {
    const { key, icon, most = 1 } = action
    const name = t(`locations.action.${key}`)
    const isTooMany = devices.length > most
    const limit = t('locations.atMost', { number: format.number(most) })
    return {
      key,
      icon,
      label: isTooMany ? `${name} · ${limit}` : name,
      disabled: isTooMany,
      onClick: () => run(action),
    }
  })

  if (isPhone) {
    return (
      <Sheet title={title} isOpen onClose={onClose} height="auto" isFlush>
        <Menu selectable={false} items={items} />
      </Sheet>
    )
  }
  return (
    <Dropdown
      // At another place it is another one, which is put there.
      key={`${x} ${y}`}
      open
      autoFocus
      trigger={['click']}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      menu={{ items: [{ key: 'title', type: 'group', label: title, children: items }] }}
    >
      <span aria-hidden="true" style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} />
    </Dropdown>
  )
}
