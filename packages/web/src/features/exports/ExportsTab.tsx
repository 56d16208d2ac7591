import { getRouteApi } from '@tanstack/react-router'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { ExportList } from './ExportList.tsx'
import { ScheduleList } from './ScheduleList.tsx'
import './exports.css'

const route = getRouteApi('/index/count/$tab')

/** Files made of reports, and the reports that go out by mail. */
export function ExportsTab() {
  const { t } = useTranslation()
  const { part } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <div>
        <Segmented
          aria-label={t('exports.title')}
          value={part ?? 'files'}
          options={[
            { value: 'files', label: t('exports.files') },
            { value: 'schedules', label: t('exports.schedules') },
          ]}
          onChange={(value) =>
            void navigate({
              search: (was) => ({
                ...was,
                pageNum: undefined,
                part: value === 'schedules' ? ('schedules' as const) : undefined,
              }),
            })
          }
        />
      </div>
      {part === 'schedules' ? <ScheduleList /> : <ExportList />}
    </>
  )
}
