import { Link } from '@tanstack/react-router'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { useMemo } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ShapeIcon } from '../../../map/area-screen/ShapeIcon.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import styles from '../fences.module.css'
import { useFencesAround } from './use-fences-around.ts'

const shownAtOnce = 50

/** The fences that count for one device, and since when it is in which: those first. */
export function DeviceFences({ device: { id, terminalID } }: { device: { id: number; terminalID: string } }) {
  const { t, format } = useTexts()
  const now = useNow(30_000)
  const { data, error } = useCall(['list', 'fencesOfDevice', terminalID], fenceCalls.find, {
    terminalID,
    sort: 'name',
    isDescending: false,
    pageSize: shownAtOnce,
  })
  const around = useFencesAround(useMemo(() => [id], [id]))?.get(id) ?? []
  if (!data) return <ContentLoading error={error} inset={16} />
  if (data.total === 0) return <p className="tw-muted tw-padded">{t('fences.ofVehicle.none')}</p>
  const sinceOf = new Map(around.map(({ fenceId, insideSince }) => [fenceId, insideSince]))
  const rows = data.list.toSorted((a, b) => Number(sinceOf.has(b.fenceId)) - Number(sinceOf.has(a.fenceId)))
  return (
    <div className={`${styles.ofVehicle} tw-fill tw-scroll`}>
      <ul className={styles.vehicles}>
        {rows.map(({ fenceId, name, colour, area }) => (
          <li key={fenceId} className="tw-row tw-line-below">
            <ShapeIcon shape={area.shape} colour={colour} />
            <Link to="/index/fence" search={{ chosen: fenceId }} className="tw-ellipsis">
              {name}
            </Link>
            {sinceOf.has(fenceId) && (
              <span className="tw-small tw-muted">
                {t('fences.inside', { span: format.age(sinceOf.get(fenceId)!, now) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Link to="/index/fence" search={{ terminalID }}>
        {t('fences.ofVehicle.all')}
      </Link>
    </div>
  )
}
